import "server-only";
import type { Item, ModelRequest } from "#lib/providers/model.ts";
import { CallIds } from "./call-ids.ts";
import type { Call } from "./call-state.ts";
import type { Role } from "./cast.ts";
import type { Conversation } from "./conversation.ts";
import { type Answer, type Entry, textOf } from "./entries.ts";
import { withImages } from "./kept-images.ts";
import { filesIn, messageContent } from "./message-content.ts";

/** Who is asked: what a model on a server said is only sent back to the same. */
export type Asked = {
  source: string;
  model: string;
  /** Whether a server that keeps the conversation still has it; left out, it has. */
  kept?: "there" | "nowhere";
};

/**
 * The next request of a run's agent: its instructions, functions and settings, and the conversation with every call paired with
 * its output. `artifactDirectory` holds the files of the messages. Costs no more than the conversation is long.
 */
export async function makeRequest(
  { conversation, role, asked }: { conversation: Conversation; role: Role; asked: Asked },
  { artifactDirectory }: { artifactDirectory: string },
): Promise<ModelRequest> {
  const { agent, output, tools } = role;
  const { entries, previousResponseId } = newEntries(conversation.entries, role, asked);
  const ids = new CallIds();
  const items: Item[] = [];
  for (const entry of entries) items.push(...(await itemsOf(entry, { asked, ids, role, artifactDirectory })));
  const { toolChoice, ...settings } = agent.settings;
  const isUsed = agent.resetToolChoice && conversation.run?.called.has(agent.name) === true;
  // The next request goes on from the answer to this one, which therefore has to be kept.
  if (agent.history === "server") settings.store = true;
  return {
    model: asked.model,
    instructions: agent.instructions,
    input: items,
    tools,
    settings: { ...settings, ...(toolChoice !== undefined && !isUsed && { toolChoice }) },
    format: output && {
      name: "output",
      schema: output.definition.parameters,
      strict: output.definition.strict,
    },
    previousResponseId,
  };
}

/** Where the server keeps the conversation: what came after its last answer. */
function newEntries(entries: readonly Entry[], { agent }: Role, asked: Asked) {
  const whole = { entries, previousResponseId: null };
  if (agent.history !== "server" || asked.kept === "nowhere") return whole;
  const at = entries.findLastIndex((entry) => entry.type === "answer" && entry.status === "completed");
  const last = entries[at];
  if (last?.type !== "answer" || last.responseId === null || last.source !== asked.source) return whole;
  // Its items are known there; the outputs of its calls are not.
  return { entries: [{ ...last, items: [] }, ...entries.slice(at + 1)], previousResponseId: last.responseId };
}

type Around = { asked: Asked; ids: CallIds; role: Role; artifactDirectory: string };

async function itemsOf(entry: Entry, around: Around): Promise<Item[]> {
  switch (entry.type) {
    case "message":
      return [{ role: "user", content: await messageContent(entry, around.artifactDirectory) }];
    case "items":
      return Promise.all(entry.items.map((item) => givenItem(item, around)));
    case "answer":
      return withImages(answerItems(entry, around), around.artifactDirectory);
    default:
      return wordItems(entry);
  }
}

function wordItems(entry: Extract<Entry, { type: "partial" | "correction" | "summary" }>): Item[] {
  switch (entry.type) {
    case "partial":
      return [{ role: "assistant", content: entry.text }];
    case "correction":
      return [{ role: "user", content: entry.text }];
    case "summary":
      return [{ role: "user", content: `What was said before, in short:\n\n${entry.text}` }];
  }
}

/** An item that a handoff's filter left; where it names files, they are given. */
async function givenItem({ files, ...item }: Item, { ids, artifactDirectory }: Around): Promise<Item> {
  if (item.type === "function_call") ids.take(String(item.call_id));
  const named = filesIn(files);
  if (named.length === 0 || typeof item.content !== "string") return item;
  return { ...item, content: await messageContent({ text: item.content, files: named }, artifactDirectory) };
}

/** Entries as items that any model takes, part by part: files are only named, and reasoning is left out. */
export function plainItems(parts: readonly (readonly Entry[])[]): Item[][] {
  const ids = new CallIds();
  return parts.map((entries) => entries.flatMap((entry) => plainItemsOf(entry, ids)));
}

function plainItemsOf(entry: Entry, ids: CallIds): Item[] {
  switch (entry.type) {
    case "message":
      return [{ role: "user", content: entry.text, ...(entry.files.length > 0 && { files: entry.files }) }];
    case "answer":
      return answerItems(entry, { asked: { source: "" }, ids, role: null });
    case "items":
      for (const { type, call_id: id } of entry.items) if (type === "function_call") ids.take(String(id));
      return [...entry.items];
    default:
      return wordItems(entry);
  }
}

type Answering = { asked: Pick<Asked, "source">; ids: CallIds; role: Role | null };

function answerItems(answer: Answer, { asked, ids, role }: Answering): Item[] {
  const isSame = answer.source === asked.source;
  const callIds = answer.calls.map((call) => ids.next(call));
  // A call that was cut off has half its arguments; nobody ran it, and a server would refuse it.
  if (answer.status === "incomplete") return wordsOf(answer.items);
  let index = 0;
  const items: Item[] = [];
  for (const [at, item] of answer.items.entries()) {
    if (item.type === "mcp_approval_request") {
      // Only the server that asked knows what is meant.
      if (isSame) items.push(item);
      index += 1;
    } else if (item.type === "function_call") {
      const call = { ...item, ...sendable(answer.calls[index]), call_id: callIds[index] };
      items.push(isSame ? call : withoutId(call));
      index += 1;
    } else if (item.type === "reasoning") {
      if (isSame && role && mayReturn(item, role) && leadsOn(answer.items, at)) items.push(item);
    } else if (isSame) {
      items.push(item);
    } else items.push(...wordsOf([item]));
  }
  const outputs = answer.calls.flatMap((call, at) => {
    if (call.kind === "mcp") return isSame ? [approvalItem(call)] : [];
    return [{ type: "function_call_output", call_id: callIds[at], output: call.stub ?? call.output ?? UNFINISHED }];
  });
  return [...items, ...outputs];
}

/** What a person decided on a call that the server wants to make itself. */
function approvalItem({ callId, decided, output }: Call): Item {
  const approve = decided?.decision === "approve";
  const reason = approve ? {} : { reason: decided?.reason ?? output ?? UNFINISHED };
  return { type: "mcp_approval_response", approval_request_id: callId, approve, ...reason };
}

/**
 * A call as every server reads it again: one that refuses a made-up name such as `multi_tool_use.parallel`, or arguments that are no
 * JSON object, would refuse the conversation for ever. Such a call never ran, and its output says why.
 */
function sendable(call: Call | undefined): Item {
  const { name = "", arguments: given = "" } = call ?? {};
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unknown";
  return { name: plain, arguments: asObject(given) ?? "{}" };
}

/** The text itself, or the one that was encoded in it; null when neither is a JSON object. */
function asObject(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "string") return asObject(value);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? text : null;
  } catch {
    return null;
  }
}

/** What the items say, without an id: another server would not know it, and it asks for the reasoning that led there. */
function wordsOf(items: readonly Item[]): Item[] {
  const content = textOf(items);
  return content === "" ? [] : [{ role: "assistant", content }];
}

/** Reasoning that nothing came of is refused when it is sent back. */
function leadsOn(items: readonly Item[], at: number): boolean {
  return items.slice(at + 1).some(({ type }) => type !== "reasoning");
}

const UNFINISHED = "The call was not finished: its run ended before it did.";

/** A server that keeps nothing takes back only reasoning that is whole in itself. */
function mayReturn(item: Item, { agent }: Role): boolean {
  return (
    agent.settings.store === true || agent.history === "server" || item.encrypted_content != null || "content" in item
  );
}

/** Another server's ids mean nothing to this one. */
function withoutId({ id: _, ...item }: Item): Item {
  return item;
}
