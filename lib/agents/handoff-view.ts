import type { Item } from "#lib/providers/model.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { type Entry, textOf } from "./entries.ts";

type Filtered = Extract<EventBody, { type: "context.filtered" }>;

/** What a model is shown of a conversation after a handoff's filter; the log keeps all of it. */
export function filteredView(entries: readonly Entry[], { by, messages, summary, items }: Filtered): Entry[] {
  switch (by) {
    case "withoutTools":
      return entries.flatMap(withoutTools);
    case "userOnly":
      return entries.flatMap(ofPeople);
    case "last":
      return lastMessages(entries, messages ?? 1);
    case "summary":
      return [{ type: "summary", text: summary ?? "" }];
    case "tool":
      return itemsEntry((items ?? []) as Item[]);
  }
}

/** An answer becomes its words: with nothing left of its calls it is none that could be gone on from. */
function withoutTools(entry: Entry): Entry[] {
  if (entry.type === "items") return itemsEntry(entry.items.filter(isMessage));
  if (entry.type !== "answer") return [entry];
  const content = textOf(entry.items);
  return content === "" ? [] : itemsEntry([{ role: "assistant", content }]);
}

function ofPeople(entry: Entry): Entry[] {
  if (entry.type === "items") return itemsEntry(entry.items.filter(({ role }) => role === "user"));
  return entry.type === "message" ? [entry] : [];
}

/** The last messages, of people and of agents, with the calls that came after the first of them. */
function lastMessages(entries: readonly Entry[], count: number): Entry[] {
  const kept: Entry[] = [];
  let left = count;
  for (const entry of entries.toReversed()) {
    if (left <= 0) break;
    const part = entry.type === "items" ? lastItems(entry.items, left) : [asWhole(entry)];
    kept.unshift(...part);
    left -= part.reduce((sum, each) => sum + messagesIn(each), 0);
  }
  return kept;
}

function lastItems(items: readonly Item[], count: number): Entry[] {
  const starts = items.flatMap((item, at) => (isMessage(item) ? [at] : []));
  const from = starts.length > count ? (starts.at(-count) ?? 0) : 0;
  const kept = items.slice(from);
  const called = new Set(kept.flatMap((item) => (item.type === "function_call" ? [item.call_id] : [])));
  return itemsEntry(kept.filter((item) => item.type !== "function_call_output" || called.has(item.call_id)));
}

function messagesIn(entry: Entry): number {
  if (entry.type === "items") return entry.items.filter(isMessage).length;
  if (entry.type === "answer") return textOf(entry.items) === "" ? 0 : 1;
  return entry.type === "correction" ? 0 : 1;
}

/** A server that kept the conversation has all of it: it is sent anew. */
function asWhole(entry: Entry): Entry {
  return entry.type === "answer" ? { ...entry, responseId: null } : entry;
}

function isMessage({ type, role }: Item): boolean {
  return role !== undefined && (type === undefined || type === "message");
}

function itemsEntry(items: Item[]): Entry[] {
  return items.length === 0 ? [] : [{ type: "items", items }];
}
