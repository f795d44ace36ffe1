import { isDeepStrictEqual } from "node:util";
import type { Item } from "./items.ts";
import type { Asked } from "./script.ts";

export type InputItem = Record<string, unknown>;

type Given = {
  session: string;
  model: unknown;
  items: readonly Item[];
  input: readonly InputItem[];
  isStored: boolean;
};

/** What the server has said so far, as far as later requests may refer to it. */
export class Memory {
  readonly #responses = new Map<string, InputItem[]>();
  readonly #callIds = new Map<string, number>();
  readonly #said = new Map<unknown, Item>();
  readonly #after = new Map<string, Item>();
  readonly #before = new Map<string, { reasoning: string; model: unknown }>();

  keep(id: string, { session, model, items, input, isStored }: Given): void {
    if (isStored) this.#responses.set(id, [...input, ...items]);
    for (const [at, item] of items.entries()) {
      const next = items[at + 1];
      if (item.type === "reasoning" && next) {
        this.#after.set(item.id, next);
        this.#before.set(next.id, { reasoning: item.id, model });
      }
      this.#said.set(item.id, item);
      if (item.type !== "function_call") continue;
      const key = `${session}\n${item.call_id}`;
      this.#callIds.set(key, this.timesGiven(item.call_id, session) + 1);
    }
  }

  /** The whole conversation behind an answer that was stored; null when none has this id. */
  conversation(responseId: unknown): readonly InputItem[] | null {
    return this.#responses.get(String(responseId)) ?? null;
  }

  /** How often the server itself gave this call id to a session. */
  timesGiven(callId: unknown, session: string): number {
    return this.#callIds.get(`${session}\n${callId}`) ?? 0;
  }

  /** Whether the server said exactly this. */
  hasSaid(item: InputItem): boolean {
    return item.id !== undefined && isDeepStrictEqual(this.said(item.id), item);
  }

  /** The item that the server gave this id. */
  said(id: unknown): Item | null {
    return this.#said.get(id) ?? null;
  }

  /** What the server said right after this reasoning. */
  itemAfter(reasoningId: unknown): Item | null {
    return this.#after.get(String(reasoningId)) ?? null;
  }

  /** The reasoning that led a model to this item. */
  reasoningBefore(itemId: unknown): { reasoning: string; model: unknown } | null {
    return this.#before.get(String(itemId)) ?? null;
  }
}

/** A request with the whole conversation that it goes on with; its own part begins at `ownFrom`. */
export type Question = { asked: Asked; input: readonly InputItem[]; ownFrom: number };

const OUTPUT = new Set(["reasoning", "function_call"]);

/** What a request of the Responses API asks, with the stored conversation that it goes on. */
export function askedOfResponses(body: Record<string, unknown>, memory: Memory): Question {
  const own = typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input;
  const before = memory.conversation(body.previous_response_id) ?? [];
  const input = [...before, ...(Array.isArray(own) ? (own as InputItem[]) : [])];
  const isSaid = (item: InputItem) => item.role === "assistant" || OUTPUT.has(String(item.type));
  const turn = countGroups(input, isSaid);
  const asked: Asked = { api: "responses", body, session: sessionOf(body, input), turn };
  return { asked, input, ownFrom: before.length };
}

/** What a request of the Chat Completions API asks. */
export function askedOfChat(body: Record<string, unknown>): Question {
  const input = Array.isArray(body.messages) ? (body.messages as InputItem[]) : [];
  const turn = input.filter(({ role }) => role === "assistant").length;
  return { input, ownFrom: 0, asked: { api: "chat", body, session: sessionOf(body, input), turn } };
}

function sessionOf(body: Record<string, unknown>, input: readonly InputItem[]): string {
  const named = (body.metadata as Record<string, unknown> | undefined)?.session;
  return typeof named === "string" ? named : textOf(input.find(({ role }) => role === "user")?.content);
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (part as { text?: string }).text ?? "").join("");
}

function countGroups(items: readonly InputItem[], isIn: (item: InputItem) => boolean): number {
  return items.filter((item, at) => isIn(item) && !(items[at - 1] && isIn(items[at - 1] as InputItem))).length;
}
