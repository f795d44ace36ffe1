import { randomBytes } from "node:crypto";
import type { ScriptItem } from "./script.ts";

export type Item = { type: string; id: string } & Record<string, unknown>;

const PREFIXES: Record<string, string> = { message: "msg", function_call: "fc", reasoning: "rs" };

const own = randomBytes(6).toString("hex");
let count = 0;

/** An id that no other server process gives. */
export function newId(prefix: string): string {
  count += 1;
  return `${prefix}_${own}${count.toString(36).padStart(8, "0")}`;
}

/** The whole output items that a script's items stand for; reasoning has its encrypted content only where it was asked for. */
export function wholeItems(
  items: readonly ScriptItem[],
  asked: { isIncomplete: boolean; isEncrypted: boolean },
): Item[] {
  return items.map((item, at) => {
    const whole = wholeItem(item, asked.isIncomplete && at === items.length - 1 ? "incomplete" : "completed");
    if (whole.type !== "reasoning") return whole;
    const { encrypted_content: content = `encrypted ${whole.id}`, ...rest } = whole;
    return asked.isEncrypted ? { ...rest, encrypted_content: content } : rest;
  });
}

function wholeItem({ text, refusal, ...item }: ScriptItem, status: string): Item {
  const id = typeof item.id === "string" ? item.id : newId(PREFIXES[item.type] ?? "item");
  if (item.type === "message") {
    const content = contentOf(item, { text, refusal });
    return { id, status, role: "assistant", ...item, content };
  }
  if (item.type === "reasoning") {
    const summary = typeof item.summary === "string" ? [{ type: "summary_text", text: item.summary }] : item.summary;
    const content = typeof text === "string" ? { content: [{ type: "reasoning_text", text }] } : {};
    return { id, ...item, summary: summary ?? [], ...content };
  }
  const rest = { ...(text !== undefined && { text }), ...(refusal !== undefined && { refusal }) };
  if (item.type === "function_call") return { id, status, ...item, ...rest };
  return { id, ...item, ...rest };
}

function contentOf(item: Record<string, unknown>, { text, refusal }: { text: unknown; refusal: unknown }): unknown[] {
  if (refusal !== undefined) return [{ type: "refusal", refusal }];
  if (text !== undefined) return [{ type: "output_text", text, annotations: [], logprobs: [] }];
  return ((item.content ?? []) as Record<string, unknown>[]).map((part) =>
    part.type === "output_text" ? { annotations: [], logprobs: [], ...part } : part,
  );
}

/** Cuts text as a stream does: never inside of a character. */
export function* deltasOf(text: string, chunk: number | undefined): Generator<string> {
  const length = chunk ?? Math.max(16, Math.ceil(text.length / 200));
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + length, text.length);
    if (isFirstHalf(text.charCodeAt(end - 1)) && end < text.length) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
