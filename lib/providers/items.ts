import type { Item } from "./model.ts";

/** Items as the Responses API gives them, for models that do not speak it. `key` makes their ids. */

export function messageItem(key: string, parts: { text?: string; refusal?: string; isCut?: boolean }): Item {
  const content = [
    ...(parts.text ? [{ type: "output_text", text: parts.text, annotations: [] }] : []),
    ...(parts.refusal ? [{ type: "refusal", refusal: parts.refusal }] : []),
  ];
  const status = parts.isCut ? "incomplete" : "completed";
  return { type: "message", id: `msg_${key}`, role: "assistant", status, content };
}

export function callItem(
  key: string,
  call: { callId: string; name: string; arguments: string; isCut?: boolean },
): Item {
  const { callId, name, arguments: text } = call;
  const status = call.isCut ? "incomplete" : "completed";
  return { type: "function_call", id: `fc_${key}`, call_id: callId, name, arguments: text, status };
}

/** Whether the model said it, of whatever kind it is: an answer is a row of such items. */
export function isOfModel({ type = "message", role }: Item): boolean {
  if (type === "message") return role === "assistant";
  return !type.endsWith("_output") && !type.endsWith("_response") && type !== "item_reference";
}

export function isOfUser({ type = "message", role }: Item): boolean {
  return type === "message" && role === "user";
}

/** All text of a message or an output, whatever its parts are called. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map(({ text, refusal }: { text?: unknown; refusal?: unknown }) => text ?? refusal ?? "").join("");
}
