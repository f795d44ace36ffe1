import type { InputItem } from "../memory.ts";
import { violation } from "../refusal.ts";

const LONGEST_ID = 64;
const LONGEST_OUTPUT = 10_485_760;

/** Refuses chat messages unless each assistant's tool calls are answered by the tool messages right after it, in any order. */
export function checkMessages(messages: readonly InputItem[]): void {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      open = answered(open, message);
      continue;
    }
    refuseOpen(open);
    open = callsOf(message);
  }
  refuseOpen(open);
}

function answered(open: readonly string[], { tool_call_id: id, content }: InputItem): string[] {
  const at = open.indexOf(String(id));
  if (at < 0) {
    const rule = "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'";
    throw violation(`${rule}; there is no open call ${id}.`, "messages");
  }
  if (typeof content === "string" && content.length > LONGEST_OUTPUT) {
    throw violation(`The output of ${id} has ${content.length} characters, more than ${LONGEST_OUTPUT}.`, "messages");
  }
  return open.toSpliced(at, 1);
}

function refuseOpen(open: readonly string[]): void {
  if (open.length === 0) return;
  const rule =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'";
  throw violation(`${rule}; without a response: ${open.join(", ")}.`, "messages");
}

function callsOf({ role, tool_calls: calls }: InputItem): string[] {
  if (role !== "assistant" || calls === undefined || calls === null) return [];
  const ids = (calls as { id: string }[]).map(({ id }) => id);
  if (ids.length === 0) throw violation("Invalid 'tool_calls': an empty list.", "messages");
  const long = ids.find((id) => id.length > LONGEST_ID);
  if (long)
    throw violation(`Invalid tool call id: expected at most ${LONGEST_ID} characters, got ${long.length}.`, "messages");
  return ids;
}
