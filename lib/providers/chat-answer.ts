import { randomUUID } from "node:crypto";
import { ChatCalls } from "./chat-calls.ts";
import type { Json } from "./exchange.ts";
import { callItem, messageItem } from "./items.ts";
import type { Item, ModelDelta, ModelResponse } from "./model.ts";
import type { Usage } from "./schema.ts";
import { toldFailure } from "./server-words.ts";

/** Gathers one answer of Chat Completions from its chunks, or from the one object of a server that does not stream. */
export class ChatAnswer {
  readonly #address: string;
  readonly #onDelta: (delta: ModelDelta) => void;
  readonly #calls: ChatCalls;
  #text = "";
  #refusal = "";
  #reasoning = "";
  #reasoningField = "reasoning_content";
  #finish: string | null = null;
  #usage: Usage | null = null;

  constructor(address: string, onDelta: (delta: ModelDelta) => void) {
    this.#address = address;
    this.#onDelta = onDelta;
    this.#calls = new ChatCalls(onDelta);
  }

  get isFinished(): boolean {
    return this.#finish !== null;
  }

  /** Throws `ModelFailure` when the server tells that it failed. There is no last chunk: usage comes after the finish. */
  take(chunk: Json): "more" {
    if (chunk.error || chunk.type === "error") throw toldFailure(this.#address, chunk);
    this.#usage = readUsage(chunk.usage) ?? this.#usage;
    const [choice] = Array.isArray(chunk.choices) ? (chunk.choices as Json[]) : [];
    if (!choice) return "more";
    if (choice.finish_reason === "error") throw toldFailure(this.#address, choice.error ?? "server_error");
    this.#takeDelta((choice.delta ?? choice.message ?? {}) as Json);
    if (typeof choice.finish_reason === "string") this.#finish = choice.finish_reason;
    // A whole answer is finished, whatever it says.
    if (choice.message) this.#finish ??= "stop";
    return "more";
  }

  response(): ModelResponse {
    const reason = this.#finish === null ? null : (CUT[this.#finish] ?? null);
    return {
      id: null,
      status: reason === null ? "completed" : "incomplete",
      reason,
      output: this.#items({ isCut: reason !== null }),
      usage: this.#usage,
    };
  }

  #takeDelta(delta: Json): void {
    const { text, thought } = readContent(delta.content);
    const field = REASONING.find((name) => typeof delta[name] === "string" && delta[name] !== "");
    const reasoning = field === undefined ? thought : String(delta[field]);
    const refusal = typeof delta.refusal === "string" ? delta.refusal : "";
    if (field !== undefined) this.#reasoningField = field;
    this.#reasoning += reasoning;
    this.#text += text;
    this.#refusal += refusal;
    if (reasoning) this.#onDelta({ type: "reasoning", text: reasoning });
    if (text) this.#onDelta({ type: "text", text });
    if (refusal) this.#onDelta({ type: "refusal", text: refusal });
    if (Array.isArray(delta.tool_calls)) for (const call of delta.tool_calls) this.#calls.take(call as Json);
    if (delta.function_call) this.#calls.take({ function: delta.function_call });
  }

  #items({ isCut }: { isCut: boolean }): Item[] {
    const key = () => randomUUID().replaceAll("-", "");
    const content = [{ type: "reasoning_text", text: this.#reasoning }];
    const field = this.#reasoningField === "reasoning_content" ? {} : { chat_field: this.#reasoningField };
    const calls = this.#calls.all();
    const parts = { text: this.#text, refusal: this.#refusal, isCut: isCut && calls.length === 0 };
    return [
      ...(this.#reasoning ? [{ type: "reasoning", id: `rs_${key()}`, summary: [], content, ...field }] : []),
      ...(this.#text || this.#refusal ? [messageItem(key(), parts)] : []),
      ...calls.map(({ extra, ...call }, at) => ({
        ...callItem(key(), { ...call, isCut: isCut && at === calls.length - 1 }),
        // Some servers want back what they put beside a call.
        ...(extra && { chat_fields: extra }),
      })),
    ];
  }
}

const REASONING = ["reasoning_content", "reasoning"] as const;

const CUT: Record<string, string> = { length: "max_output_tokens", content_filter: "content_filter" };

/** Text, or parts of text and of thought, as one server has them. */
function readContent(content: unknown): { text: string; thought: string } {
  if (typeof content === "string") return { text: content, thought: "" };
  const parts = Array.isArray(content) ? (content as Json[]) : [];
  const thoughts = parts.flatMap(({ thinking }) => (Array.isArray(thinking) ? (thinking as Json[]) : []));
  return { text: joined(parts), thought: joined(thoughts) };
}

function joined(parts: readonly Json[]): string {
  return parts.map(({ text }) => (typeof text === "string" ? text : "")).join("");
}

function readUsage(usage: unknown): Usage | null {
  if (typeof usage !== "object" || usage === null) return null;
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details, ...rest } = usage as Json;
  const cached = (prompt_tokens_details as Json | null | undefined)?.cached_tokens ?? rest.prompt_cache_hit_tokens;
  return {
    input: Number(prompt_tokens ?? 0),
    cached: Number(cached ?? 0),
    output: Number(completion_tokens ?? 0),
    reasoning: Number((completion_tokens_details as Json | null | undefined)?.reasoning_tokens ?? 0),
  };
}
