import { isOfModel, textOf } from "./items.ts";
import { type Item, ModelFailure } from "./model.ts";

type Message = Record<string, unknown>;

/**
 * The messages that items are in Chat Completions: an answer of the model is one message with its calls, and their outputs
 * stand right after it, in the order of the calls. Items of tools that other servers ran are left out. Throws `ModelFailure`
 * for a call without an output, and for what this API does not take.
 */
export function chatMessages(items: readonly Item[]): Message[] {
  const outputs = pairOutputs(items);
  const messages: Message[] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Item;
    if (isOfModel(item)) {
      const answer = [item];
      while (isContinued(answer, items[at + 1])) answer.push(items[++at] as Item);
      messages.push(...answerMessages(answer, outputs));
    } else if ((item.type ?? "message") === "message") {
      messages.push(givenMessage(item));
    }
  }
  return messages;
}

/** Which output belongs to which call: the first one after it, since some servers use an id again at every turn. */
function pairOutputs(items: readonly Item[]): Map<Item, Item> {
  const open = new Map<unknown, Item[]>();
  const pairs = new Map<Item, Item>();
  for (const item of items) {
    if (item.type === "function_call") open.set(item.call_id, [...(open.get(item.call_id) ?? []), item]);
    if (item.type !== "function_call_output") continue;
    const call = open.get(item.call_id)?.shift();
    if (!call) throw unpaired(`The output of call ${item.call_id} has no call before it.`);
    pairs.set(call, item);
  }
  const [left] = [...open.values()].flat();
  if (left) throw unpaired(`The call ${left.call_id} of "${left.name}" has no output.`);
  return pairs;
}

/** Whether an item is of the same answer: text after text, and reasoning after either, begin another. */
function isContinued(answer: readonly Item[], next: Item | undefined): boolean {
  if (!next || !isOfModel(next)) return false;
  const kinds = answer.map(kindOf);
  if (kindOf(next) === "reasoning") return kinds.every((kind) => kind === "reasoning");
  return kindOf(next) !== "message" || !kinds.includes("message");
}

function kindOf({ type = "message" }: Item): string {
  return type;
}

function answerMessages(answer: readonly Item[], outputs: ReadonlyMap<Item, Item>): Message[] {
  const said = answer.find((item) => kindOf(item) === "message");
  const calls = answer.filter(({ type }) => type === "function_call");
  const parts = Array.isArray(said?.content) ? (said.content as Item[]) : [];
  const content = textOf(parts.length > 0 ? parts.filter(({ type }) => type !== "refusal") : said?.content);
  const refusal = textOf(parts.filter(({ type }) => type === "refusal"));
  // Nothing that this API could carry, such as only the call of a hosted tool.
  if (content === "" && refusal === "" && calls.length === 0) return [];
  const message = {
    role: "assistant",
    content: content || null,
    ...(refusal && { refusal }),
    ...reasoningOf(answer),
    ...(calls.length > 0 && { tool_calls: calls.map(toToolCall) }),
  };
  const answered = calls.map((call) => ({ call, output: outputs.get(call)?.output }));
  return [message, ...answered.map(toolMessage), ...answered.flatMap(shownMessage)];
}

/** The reasoning of a chat server, under the name that it uses; others is sealed and means nothing here. */
function reasoningOf(answer: readonly Item[]): Message {
  const items = answer.filter(({ type, content }) => type === "reasoning" && textOf(content) !== "");
  const [first] = items;
  if (!first) return {};
  const field = typeof first.chat_field === "string" ? first.chat_field : "reasoning_content";
  return { [field]: items.map(({ content }) => textOf(content)).join("\n\n") };
}

function toToolCall({ call_id: id, name, arguments: said, chat_fields: extra }: Item): Message {
  return { id, type: "function", function: { name, arguments: said }, ...(extra as Message | undefined) };
}

type Answered = { call: Item; output: unknown };

function toolMessage({ call, output }: Answered): Message {
  const shown = imagesIn(output).length > 0 ? "(see the next message)" : "";
  return { role: "tool", tool_call_id: call.call_id, content: textOf(output) || shown };
}

/** Tools answer in text only here, so what else they gave is shown by a message after them all. */
function shownMessage({ call, output }: Answered): Message[] {
  const shown = imagesIn(output);
  if (shown.length === 0) return [];
  const words = { type: "text", text: `This is what the tool "${call.name}" gave in call ${call.call_id}:` };
  return [{ role: "user", content: [words, ...shown.map(toPart)] }];
}

function imagesIn(output: unknown): Item[] {
  return Array.isArray(output) ? output.filter(({ type }) => type === "input_image" || type === "input_file") : [];
}

/** Servers other than OpenAI's know no developers; OpenAI's reads `system` as `developer`. */
function givenMessage({ role, content }: Item): Message {
  if (role !== "user") return { role: "system", content: textOf(content) };
  if (!Array.isArray(content)) return { role, content };
  const isText = content.every(({ type }) => type === "input_text");
  return { role, content: isText ? textOf(content) : content.map(toPart) };
}

function toPart(part: Item): Message {
  const { type, text, image_url: url, detail, file_id: id, file_data: data, filename } = part;
  if (type === "input_text") return { type: "text", text };
  if (type === "input_audio") return { type, input_audio: part.input_audio };
  if (type === "input_image" && typeof url === "string") {
    return { type: "image_url", image_url: detail === undefined ? { url } : { url, detail } };
  }
  if (type === "input_file" && typeof data === "string") return { type: "file", file: { filename, file_data: data } };
  if (type === "input_file" && typeof id === "string") return { type: "file", file: { file_id: id } };
  throw new ModelFailure(`Chat Completions cannot take a part "${type}" by address or id; send its content instead.`, {
    again: false,
  });
}

function unpaired(message: string): ModelFailure {
  return new ModelFailure(message, { again: false });
}
