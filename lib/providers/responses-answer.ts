import type { Json } from "./exchange.ts";
import type { Item, ModelDelta, ModelResponse } from "./model.ts";
import type { Usage } from "./schema.ts";
import { toldFailure } from "./server-words.ts";

type Part = { item: Item; text: string; isDone: boolean };

/** Gathers one answer of the Responses API from its events; those that are not known are passed over, items are kept as they came. */
export class ResponsesAnswer {
  /** Null until the last event came. */
  response: ModelResponse | null = null;
  readonly #address: string;
  readonly #onDelta: (delta: ModelDelta) => void;
  readonly #parts = new Map<number, Part>();
  readonly #calls = new Map<number, { index: number; name: string }>();

  constructor(address: string, onDelta: (delta: ModelDelta) => void) {
    this.#address = address;
    this.#onDelta = onDelta;
  }

  /** Throws `ModelFailure` when the server tells that it failed. */
  take(event: Json): "more" | "done" {
    const { type } = event;
    if (type === "response.completed") return this.#finish(event.response, "completed");
    if (type === "response.incomplete") return this.#finish(event.response, "incomplete");
    if (type === "response.failed") return this.#finish(event.response, "failed");
    if (type === "error") throw toldFailure(this.#address, event.error ?? event);
    if (type === undefined && event.error) throw toldFailure(this.#address, event);
    // All of the answer of a server that does not stream.
    if (event.object === "response") return this.#finish(event, String(event.status ?? "completed"));
    this.#takeItem(event);
    this.#takeDelta(event);
    return "more";
  }

  #takeItem({ type, item, output_index }: Json): void {
    const at = Number(output_index ?? 0);
    if (type === "response.output_item.added") this.#begin(at, item as Item);
    if (type === "response.output_item.done") {
      // Not every server tells of the beginning.
      if (!this.#parts.has(at)) this.#begin(at, item as Item);
      Object.assign(this.#partAt(at), { item, isDone: true });
    }
  }

  #takeDelta({ type, delta, output_index, summary_index }: Json): void {
    const at = Number(output_index ?? 0);
    const text = typeof delta === "string" ? delta : "";
    switch (type) {
      case "response.output_text.delta":
        this.#partAt(at).text += text;
        this.#onDelta({ type: "text", text });
        break;
      case "response.refusal.delta":
        this.#onDelta({ type: "refusal", text });
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        this.#onDelta({ type: "reasoning", text });
        break;
      case "response.reasoning_summary_part.added":
        if (Number(summary_index) > 0) this.#onDelta({ type: "reasoning", text: "\n\n" });
        break;
      case "response.function_call_arguments.delta": {
        const call = this.#calls.get(at);
        if (call) this.#onDelta({ type: "arguments", ...call, text });
      }
    }
  }

  #begin(at: number, item: Item): void {
    Object.assign(this.#partAt(at), { item });
    if (item.type !== "function_call") return;
    const call = { index: this.#calls.size, name: String(item.name ?? "") };
    this.#calls.set(at, call);
    this.#onDelta({ type: "arguments", ...call, text: String(item.arguments ?? "") });
  }

  #partAt(at: number): Part {
    const part = this.#parts.get(at) ?? { item: { type: "message" }, text: "", isDone: false };
    this.#parts.set(at, part);
    return part;
  }

  #finish(told: unknown, status: string): "done" {
    const body = (told ?? {}) as Json;
    if (status === "failed" || status === "cancelled") throw toldFailure(this.#address, body.error ?? body);
    const isCut = status === "incomplete";
    const { reason = "unknown" } = (body.incomplete_details ?? {}) as { reason?: string };
    this.response = {
      id: typeof body.id === "string" ? body.id : null,
      status: isCut ? "incomplete" : "completed",
      reason: isCut ? reason : null,
      output: Array.isArray(body.output) && body.output.length > 0 ? body.output : this.#gathered(),
      usage: readUsage(body.usage),
    };
    return "done";
  }

  /** For a last event that does not say the items again: those that were done, and the text that was under way. */
  #gathered(): Item[] {
    const parts = [...this.#parts].sort(([one], [other]) => one - other);
    return parts.flatMap(([, { item, text, isDone }]) => {
      if (isDone) return [item];
      if (item.type !== "message" || text === "") return [];
      const content = [{ type: "output_text", text, annotations: [] }];
      return [{ ...item, role: "assistant", status: "incomplete", content }];
    });
  }
}

function readUsage(usage: unknown): Usage | null {
  if (typeof usage !== "object" || usage === null) return null;
  const { input_tokens, output_tokens, input_tokens_details, output_tokens_details } = usage as Json;
  return {
    input: Number(input_tokens ?? 0),
    cached: Number((input_tokens_details as Json | undefined)?.cached_tokens ?? 0),
    output: Number(output_tokens ?? 0),
    reasoning: Number((output_tokens_details as Json | undefined)?.reasoning_tokens ?? 0),
  };
}
