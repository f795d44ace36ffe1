import type { Item } from "#lib/providers/model.ts";
import type { MessageFile } from "#lib/runs/agent-schema.ts";
import type { Call } from "./call-state.ts";

/** An answer of a model, with its calls. */
export type Answer = {
  type: "answer";
  runId: string;
  turn: number;
  agent: string;
  /** Which model on which server: what is only understood there goes nowhere else. */
  source: string;
  status: "completed" | "incomplete";
  /** Why it is incomplete, in the server's word. */
  reason: string | null;
  responseId: string | null;
  items: Item[];
  calls: Call[];
};

export type Entry =
  | Answer
  | { type: "message"; messageId: string; text: string; files: readonly MessageFile[] }
  /** What had been said of an answer when it was stopped. */
  | { type: "partial"; text: string }
  /** What was wrong with the answer before it. */
  | { type: "correction"; text: string }
  /** What stands for everything before it. */
  | { type: "summary"; text: string }
  /** What a handoff's filter left of everything before it, for any model. */
  | { type: "items"; items: readonly Item[] };

/** Whether the items say nothing and ask for nothing. */
export function isEmpty(items: readonly Item[]): boolean {
  return items.every((item) => item.type === "reasoning" || (item.type === "message" && textOf([item]) === ""));
}

/** What the items say in words: texts, and refusals where there are any. */
export function textOf(items: readonly Item[]): string {
  return items
    .filter((item) => item.type === "message")
    .flatMap((item) => (Array.isArray(item.content) ? (item.content as Record<string, unknown>[]) : []))
    .map((part) => (typeof part.text === "string" ? part.text : typeof part.refusal === "string" ? part.refusal : ""))
    .join("");
}
