import { begunHosted, hostedEvents } from "./hosted-events.ts";
import { deltasOf, type Item } from "./items.ts";
import type { Turn, Usage } from "./script.ts";

export type Event = { type: string } & Record<string, unknown>;

export type Answer = { id: string; body: Record<string, unknown>; items: readonly Item[]; turn: Turn };

const ENDS = { completed: "response.completed", incomplete: "response.incomplete" } as const;

/** The events of a streamed answer in true order, not yet numbered; the last one is terminal. */
export function* responseEvents(answer: Answer): Generator<Event> {
  const { usage: _unknownYet, ...said } = responseObject(answer);
  const begun = { ...said, status: "in_progress", output: [], incomplete_details: null };
  yield { type: "response.created", response: begun };
  yield { type: "response.in_progress", response: begun };
  for (const [index, item] of answer.items.entries()) {
    for (const event of itemEvents(item, answer.turn)) yield { ...event, output_index: index };
  }
  const response = responseObject(answer);
  yield { type: ENDS[response.status], response };
}

/** The answer as one object, as it comes without streaming and in the last event. */
export function responseObject({ id, body, items, turn }: Answer) {
  const status: keyof typeof ENDS = turn.incomplete ? "incomplete" : "completed";
  return {
    id,
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status,
    error: null,
    incomplete_details: turn.incomplete ? { reason: turn.incomplete } : null,
    instructions: body.instructions ?? null,
    metadata: body.metadata ?? {},
    model: body.model,
    output: items,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    tool_choice: body.tool_choice ?? "auto",
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    usage: usageObject(turn.usage ?? { input: 10, output: 5 }),
  };
}

function usageObject({ input, output, cached = 0, reasoning = 0 }: Usage) {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

function* itemEvents(item: Item, turn: Turn): Generator<Event> {
  yield { type: "response.output_item.added", item: begunItem(item) };
  if (item.type === "message") yield* contentEvents(item, turn);
  if (item.type === "function_call") yield* argumentEvents(item, turn);
  if (item.type === "reasoning") yield* reasoningEvents(item, turn);
  yield* hostedEvents(item);
  yield { type: "response.output_item.done", item };
}

function begunItem(item: Item): Item {
  if (item.type === "message") return { ...item, status: "in_progress", content: [] };
  if (item.type === "function_call") return { ...item, status: "in_progress", arguments: "" };
  if (item.type === "reasoning") return { id: item.id, type: item.type, summary: [] };
  return begunHosted(item);
}

type Part = { type: string; text?: string; refusal?: string } & Record<string, unknown>;

function* contentEvents(item: Item, { chunk }: Turn): Generator<Event> {
  for (const [index, part] of (item.content as Part[]).entries()) {
    const place = { item_id: item.id, content_index: index };
    yield { type: "response.content_part.added", ...place, part: emptied(part) };
    if (part.type === "output_text") {
      for (const delta of deltasOf(part.text ?? "", chunk)) {
        yield { type: "response.output_text.delta", ...place, delta, logprobs: [] };
      }
      for (const [number, annotation] of ((part.annotations ?? []) as unknown[]).entries()) {
        yield { type: "response.output_text.annotation.added", ...place, annotation_index: number, annotation };
      }
      yield { type: "response.output_text.done", ...place, text: part.text, logprobs: [] };
    }
    if (part.type === "refusal") {
      for (const delta of deltasOf(part.refusal ?? "", chunk)) {
        yield { type: "response.refusal.delta", ...place, delta };
      }
      yield { type: "response.refusal.done", ...place, refusal: part.refusal };
    }
    yield { type: "response.content_part.done", ...place, part };
  }
}

function emptied(part: Part): Part {
  return part.type === "refusal" ? { ...part, refusal: "" } : { ...part, text: "" };
}

function* argumentEvents(item: Item, { chunk, incomplete }: Turn): Generator<Event> {
  const text = String(item.arguments ?? "");
  for (const delta of deltasOf(text, chunk)) {
    yield { type: "response.function_call_arguments.delta", item_id: item.id, delta };
  }
  if (incomplete && item.status === "incomplete") return;
  yield { type: "response.function_call_arguments.done", item_id: item.id, name: item.name, arguments: text };
}

function* reasoningEvents(item: Item, { chunk }: Turn): Generator<Event> {
  for (const [index, part] of (item.summary as Part[]).entries()) {
    const place = { item_id: item.id, summary_index: index };
    yield { type: "response.reasoning_summary_part.added", ...place, part: emptied(part) };
    for (const delta of deltasOf(part.text ?? "", chunk)) {
      yield { type: "response.reasoning_summary_text.delta", ...place, delta };
    }
    yield { type: "response.reasoning_summary_text.done", ...place, text: part.text };
    yield { type: "response.reasoning_summary_part.done", ...place, part };
  }
  for (const [index, part] of ((item.content ?? []) as Part[]).entries()) {
    const place = { item_id: item.id, content_index: index };
    yield { type: "response.content_part.added", ...place, part: emptied(part) };
    for (const delta of deltasOf(part.text ?? "", chunk))
      yield { type: "response.reasoning_text.delta", ...place, delta };
    yield { type: "response.reasoning_text.done", ...place, text: part.text };
    yield { type: "response.content_part.done", ...place, part };
  }
}
