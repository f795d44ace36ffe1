import "server-only";
import { factsOf } from "#lib/providers/facts.ts";
import { ModelFailure } from "#lib/providers/model.ts";
import { writeResult } from "#lib/tools/artifacts.ts";
import { isJson } from "#lib/tools/output.ts";
import { respond, usageEvents } from "./ask.ts";
import type { Call } from "./call-state.ts";
import type { Role } from "./cast.ts";
import type { Conversation } from "./conversation.ts";
import { type Answer, type Entry, textOf } from "./entries.ts";
import type { Journal } from "./journal.ts";
import type { LiveModel } from "./live-model.ts";
import type { Workplace } from "./perform-tool.ts";

/** Of a model's context, what a conversation may take; the rest is for the answer. */
const SHARE = 0.8;
/** A rough measure, on the safe side for English and for code; a Korean or Chinese letter is a token nearly by itself. */
const CHARACTERS_PER_TOKEN = 3.5;
const EAST_ASIAN = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef]/g;
const CHARACTERS_OF_ONE = 3;
/** The newest answers keep their outputs, and the newest entries stay out of a summary. */
const KEPT_ANSWERS = 2;
const KEPT_ENTRIES = 4;
const SHORTEST_CUT = 500;
const LONGEST_QUOTE = 4000;

type Next = { role: Role; live: LiveModel; turn: number };

/**
 * Keeps a conversation within the model's context before it is sent: first old outputs become a line that names their file, then
 * everything but the newest is summed up by the model. Both are events; the log itself loses nothing.
 */
export async function keepWithinContext(journal: Journal, next: Next, place: Workplace): Promise<void> {
  // A script and a person sum nothing up, and what a server keeps is cut there, by `truncation`.
  if (next.live.by !== "server" || next.role.agent.history === "server") return;
  const context = factsOf(next.live.name).contextTokens;
  const budget = next.role.agent.limits.contextTokens ?? (context === null ? null : context * SHARE);
  if (budget !== null) await fitInto(budget, { journal, next, place });
}

/** Makes a conversation about half as long that a server found too long; false when it cannot be made shorter. */
export async function halve(journal: Journal, next: Next, place: Workplace): Promise<boolean> {
  const before = tokensOf(journal.conversation);
  await fitInto(before / 2, { journal, next, place });
  return tokensOf(journal.conversation) < before;
}

/** Whether a server refused a request for its length, in one of the ways in which servers say so. */
export function isTooLong(error: unknown): boolean {
  return error instanceof ModelFailure && !error.again && TOO_LONG.test(error.message);
}

const TOO_LONG =
  /context[ _](length|window|size)|(prompt|input) is too long|too many (input )?tokens|maximum number of tokens/i;

type Fitting = { journal: Journal; next: Next; place: Workplace };

async function fitInto(budget: number, { journal, next, place }: Fitting): Promise<void> {
  const { conversation } = journal;
  if (tokensOf(conversation) <= budget) return;
  await trimOutputs(journal, next, place);
  if (tokensOf(conversation) > budget) await compact(journal, next, { budget, signal: place.signal });
}

/** About how many tokens the conversation will be. */
function tokensOf({ entries }: Conversation): number {
  return entries.reduce((sum, entry) => sum + charactersOf(entry), 0) / CHARACTERS_PER_TOKEN;
}

function charactersOf(entry: Entry): number {
  if (entry.type === "items") return lengthOf(JSON.stringify(entry.items));
  if (entry.type !== "answer") return lengthOf(entry.text);
  const outputs = entry.calls.reduce((sum, call) => sum + lengthOf(call.stub ?? call.output ?? ""), 0);
  return outputs + lengthOf(JSON.stringify(entry.items));
}

function lengthOf(text: string): number {
  return text.length + (text.match(EAST_ASIAN)?.length ?? 0) * (CHARACTERS_OF_ONE - 1);
}

async function trimOutputs(journal: Journal, { role, turn }: Next, place: Workplace): Promise<void> {
  const answers = journal.conversation.entries.filter((entry): entry is Answer => entry.type === "answer");
  const old = answers.slice(0, -KEPT_ANSWERS).flatMap(({ calls }) => calls);
  const long = old.filter(({ output, stub }) => stub === null && (output?.length ?? 0) > SHORTEST_CUT);
  if (long.length === 0) return;
  const calls = await Promise.all(
    long.map(async (call) => {
      const { runId, index } = call;
      return { runId, turn: call.turn, index, stub: await stubOf(call, place.artifactDirectory) };
    }),
  );
  await journal.commit([{ type: "context.trimmed", agent: role.agent.name, turn, calls }]);
}

async function stubOf({ name, output, file: known }: Call, artifactDirectory: string): Promise<string> {
  const text = output ?? "";
  const ending = isJson(text) ? "json" : "txt";
  const file = known ?? (await writeResult(artifactDirectory, text, { ending }));
  const rest = file === null ? "Call again if it is needed." : `The whole is in the file ${file}.`;
  return `[This output of ${name} was ${text.length} characters and is cut here. ${rest}]`;
}

async function compact(
  journal: Journal,
  { role, live, turn }: Next,
  { budget, signal }: { budget: number; signal: AbortSignal },
): Promise<void> {
  const { entries } = journal.conversation;
  const count = entries.length - KEPT_ENTRIES;
  if (count < 2) return;
  const next = { role, live, turn };
  const { said, usage } = await sumUp(journal, next, { entries: entries.slice(0, count), budget, signal });
  const at = { agent: role.agent.name, turn };
  const summary = `${said}${lastRequest(entries, count)}`;
  // With nothing in its place, what was said stays.
  const compacted = said === "" ? [] : [{ type: "context.compacted" as const, ...at, entries: count, summary }];
  await journal.commit([...compacted, ...usage]);
}

/**
 * Has a model sum up what was said, and tells what that used; the text is empty when it says nothing. Of more than fits into `budget`
 * tokens, at first the model's context, it gets the newest. Throws like `ask`.
 */
export async function sumUp(
  journal: Journal,
  { role, live, turn }: Next,
  { entries, budget = contextOf(live), signal }: { entries: readonly Entry[]; budget?: number; signal: AbortSignal },
) {
  const whole = retell(entries);
  const length = (budget * CHARACTERS_PER_TOKEN * SHARE * whole.length) / lengthOf(whole);
  const content = length < whole.length ? whole.slice(-Math.floor(length)).toWellFormed() : whole;
  const nothing = { tools: [], settings: {}, format: null, previousResponseId: null };
  const request = { model: live.name, instructions: SUM_UP, input: [{ role: "user", content }], ...nothing };
  const { output, usage } = await respond(journal, { agent: role.agent.name, turn, live, request }, { signal });
  const at = { agent: role.agent.name, turn };
  return { said: textOf(output), usage: usageEvents(at, { model: live.name, usage }) };
}

function contextOf({ name }: LiveModel): number {
  return factsOf(name).contextTokens ?? Number.POSITIVE_INFINITY;
}

/** What was said and called, in words. */
export function retell(entries: readonly Entry[]): string {
  return entries.map(tell).join("\n\n");
}

const SUM_UP =
  "Sum up this conversation between a person and an assistant with tools, so that the assistant can go on from your summary alone. Keep what was asked, what was decided and why, facts, numbers, names, files and identifiers, what is done and what is open. Write only the summary.";

/** What the person last asked for must not be lost in a summary. */
function lastRequest(entries: readonly Entry[], count: number): string {
  const last = entries.findLastIndex(({ type }) => type === "message");
  const entry = entries[last];
  if (last >= count || entry?.type !== "message") return "";
  return `\n\nThe person's last message, word for word:\n${entry.text.slice(0, LONGEST_QUOTE)}`;
}

function tell(entry: Entry): string {
  switch (entry.type) {
    case "message":
      return `Person: ${entry.text}`;
    case "answer":
      return [`Assistant: ${textOf(entry.items)}`, ...entry.calls.map(tellCall)].join("\n");
    case "partial":
      return `Assistant (stopped): ${entry.text}`;
    case "correction":
      return `Note: ${entry.text}`;
    case "summary":
      return `Earlier: ${entry.text}`;
    case "items":
      return `Earlier: ${JSON.stringify(entry.items)}`;
  }
}

function tellCall({ name, arguments: given, output, stub }: Call): string {
  return `Call ${name}(${given.slice(0, 1000)}) gave: ${(stub ?? output ?? "nothing").slice(0, 2000)}`;
}
