import "server-only";
import { z } from "zod";
import type { Item } from "#lib/providers/model.ts";
import { openFile } from "#lib/runs/artifacts.ts";
import type { Call } from "./call-state.ts";
import type { Conversation } from "./conversation.ts";
import type { Answer, Entry } from "./entries.ts";
import { filesIn } from "./message-content.ts";
import { plainItems } from "./request.ts";

const LARGEST_VIEW = 16 * 1024 * 1024;

/** What a filter tool gets, but for its context, and what it answers with. */
export type FilterView = { inputHistory: Item[]; preHandoffItems: Item[]; newItems: Item[] };

const Listed = z.array(z.record(z.string(), z.unknown()));
const Answered = z.object({ inputHistory: Listed, preHandoffItems: Listed, newItems: Listed });

/**
 * The conversation as a filter tool gets it: what was there before the run's first answer, what the run did before the answer that
 * hands over, and that answer, whose calls have the outputs that they are about to get. Files are named, not given.
 */
export function filterView(
  { entries, run }: Conversation,
  { answer, outputs }: { answer: Answer; outputs: ReadonlyMap<number, string> },
): FilterView {
  const own = entries.findIndex((entry) => entry.type === "answer" && entry.runId === run?.id);
  const last = entries.indexOf(answer);
  const done = { ...answer, calls: answer.calls.map((call) => withOutput(call, outputs)) };
  const [inputHistory = [], preHandoffItems = [], newItems = []] = plainItems([
    entries.slice(0, own),
    entries.slice(own, last),
    [done],
  ]);
  return { inputHistory, preHandoffItems, newItems };
}

function withOutput(call: Call, outputs: ReadonlyMap<number, string>): Call {
  return { ...call, output: call.output ?? outputs.get(call.index) ?? null };
}

/** The items that a filter tool's answer leaves, or in one sentence why they are none that a model can be shown. */
export function readView(text: string, entries: readonly Entry[]): { items: Item[] } | { problem: string } {
  const parsed = Answered.safeParse(tryParse(text));
  if (!parsed.success) {
    return { problem: "it did not answer with the lists of items inputHistory, preHandoffItems and newItems." };
  }
  const { inputHistory, preHandoffItems, newItems } = parsed.data;
  const items = [...inputHistory, ...preHandoffItems, ...newItems];
  const problem = pairProblem(items);
  if (problem !== null) return { problem };
  if (items.length === 0) return { problem: "it left nothing of the conversation." };
  const known = filesOf(entries);
  return { items: items.map((item) => withKnownFiles(item, known)) };
}

/** The whole of a result that its event has only the beginning of; null when the file is gone or too large. */
export async function readWhole(artifactDirectory: string, name: string): Promise<string | null> {
  const file = await openFile(artifactDirectory, { name, limit: LARGEST_VIEW }, "").catch(() => null);
  if (!file) return null;
  const text = await new Response(file.stream).text();
  return file.bytes > LARGEST_VIEW ? null : text;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON has none of the lists.
    return null;
  }
}

/** A server refuses a call without its output, an output without its call, and two calls of one id. */
function pairProblem(items: readonly Item[]): string | null {
  const open = new Set<unknown>();
  const seen = new Set<unknown>();
  for (const { type, role, call_id: id } of items) {
    if (type === "function_call" && seen.has(id)) return `the call ${String(id)} is there twice.`;
    if (type === "function_call") {
      seen.add(id);
      open.add(id);
    } else if (type === "function_call_output" && !open.delete(id)) {
      return `the output of ${String(id)} has no call before it.`;
    } else if (type === undefined && role === undefined) return "an item has neither a type nor a role.";
  }
  const [left] = open;
  return left === undefined ? null : `the call ${String(left)} has no output.`;
}

function filesOf(entries: readonly Entry[]): ReadonlySet<string> {
  const files = entries.flatMap((entry) => {
    if (entry.type === "message") return entry.files;
    return entry.type === "items" ? entry.items.flatMap(({ files: named }) => filesIn(named)) : [];
  });
  return new Set(files.map(({ name }) => name));
}

/** A tool cannot have a model shown a file that nobody sent. */
function withKnownFiles({ files, ...item }: Item, known: ReadonlySet<string>): Item {
  const kept = filesIn(files).filter(({ name }) => known.has(name));
  return kept.length > 0 ? { ...item, files: kept } : item;
}
