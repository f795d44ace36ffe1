import { deltasOf, type Item } from "./items.ts";
import type { Answer } from "./responses-events.ts";
import type { Usage } from "./script.ts";

type Chunk = Record<string, unknown>;
type Part = { type: string; text?: string; refusal?: string };

/** The same answer as a Chat Completions stream: chunks up to the finish reason, then usage where the request asks for it. */
export function* chatChunks(answer: Answer): Generator<Chunk> {
  const { body, items, turn } = answer;
  const wantsUsage = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  const chunk = (choices: unknown[], usage: unknown = null): Chunk => ({
    ...head(answer, "chat.completion.chunk"),
    choices,
    ...(wantsUsage && { usage }),
  });
  const delta = (change: object, finish: string | null = null) =>
    chunk([{ index: 0, delta: change, logprobs: null, finish_reason: finish }]);

  yield delta({ role: "assistant", content: "" });
  let calls = 0;
  for (const item of items) {
    if (item.type === "function_call") {
      yield delta({ tool_calls: [{ index: calls, ...toolCall(item, "") }] });
      for (const text of deltasOf(String(item.arguments ?? ""), turn.chunk)) {
        yield delta({ tool_calls: [{ index: calls, function: { arguments: text } }] });
      }
      calls += 1;
      continue;
    }
    for (const [name, text] of spoken(item)) {
      for (const piece of deltasOf(text, turn.chunk)) yield delta({ [name]: piece });
    }
  }
  yield delta({}, finishReason(answer));
  if (wantsUsage) yield chunk([], usageObject(turn.usage));
}

/** The answer as one `chat.completion`. */
export function chatCompletion(answer: Answer): Chunk {
  const said: Record<string, string> = {};
  for (const item of answer.items) {
    for (const [name, text] of spoken(item)) said[name] = (said[name] ?? "") + text;
  }
  const calls = answer.items.filter(({ type }) => type === "function_call");
  const message = {
    role: "assistant",
    content: null,
    refusal: null,
    ...said,
    ...(calls.length > 0 && { tool_calls: calls.map((item) => toolCall(item, String(item.arguments ?? ""))) }),
  };
  return {
    ...head(answer, "chat.completion"),
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(answer) }],
    usage: usageObject(answer.turn.usage),
  };
}

function head({ id, body }: Answer, object: string): Chunk {
  return { id, object, created: Math.floor(Date.now() / 1000), model: body.model };
}

function toolCall(item: Item, text: string) {
  return { id: item.call_id, type: "function", function: { name: item.name, arguments: text } };
}

/** What an item says in chat: the field of the message, and its text. Items that chat does not know say nothing. */
function* spoken(item: Item): Generator<[string, string]> {
  if (item.type === "message") {
    for (const part of item.content as Part[]) {
      if (part.type === "output_text") yield ["content", part.text ?? ""];
      if (part.type === "refusal") yield ["refusal", part.refusal ?? ""];
    }
  }
  if (item.type === "reasoning") {
    const parts = [...(item.summary as Part[]), ...((item.content ?? []) as Part[])];
    for (const part of parts) yield ["reasoning_content", part.text ?? ""];
  }
}

function finishReason({ items, turn }: Answer): string {
  if (turn.finish) return turn.finish;
  if (turn.incomplete) return turn.incomplete === "content_filter" ? "content_filter" : "length";
  return items.some(({ type }) => type === "function_call") ? "tool_calls" : "stop";
}

function usageObject({ input, output, cached = 0, reasoning = 0 }: Usage = { input: 10, output: 5 }) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
