import { isDeepStrictEqual } from "node:util";
import type { InputItem, Memory, Question } from "../memory.ts";
import { violation } from "../refusal.ts";

const LONGEST_ID = 64;
const LONGEST_OUTPUT = 10_485_760;

type Given = Question & { memory: Memory };

/** Refuses an input whose calls and outputs do not pair, or whose reasoning is not what and where the server said it. */
export function checkConversation({ asked, input, ownFrom, memory }: Given): void {
  const { previous_response_id: previous } = asked.body;
  if (typeof previous === "string" && !memory.conversation(previous)) {
    throw violation(`Previous response with id '${previous}' not found.`, "previous_response_id");
  }
  checkPairs({ asked, input, ownFrom, memory });
  checkApprovals(input);
  checkReasoning({ asked, input, ownFrom, memory });
}

function checkPairs({ asked, input, memory }: Given): void {
  const calls = new Map<string, { made: number; answered: number }>();
  for (const { type, call_id: id, output } of input) {
    if (type !== "function_call" && type !== "function_call_output") continue;
    const callId = checkedId(id);
    const call = calls.get(callId) ?? { made: 0, answered: 0 };
    calls.set(callId, call);
    if (type === "function_call") {
      call.made += 1;
      const isRepeated = call.made > Math.max(1, memory.timesGiven(callId, asked.session));
      if (isRepeated) throw violation(`Duplicate function call with call_id ${callId}.`, "input");
      continue;
    }
    call.answered += 1;
    if (call.made === 0)
      throw violation(`No tool call found for function call output with call_id ${callId}.`, "input");
    if (call.answered > call.made) throw violation(`More than one output for function call ${callId}.`, "input");
    checkOutput(output, callId);
  }
  for (const [id, { made, answered }] of calls) {
    if (answered < made) throw violation(`No tool output found for function call ${id}.`, "input");
  }
}

/** Each question for a call of its own gets one answer, and there is no answer without a question. */
function checkApprovals(input: readonly InputItem[]): void {
  const open = new Set<unknown>();
  for (const { type, id, approval_request_id: request } of input) {
    if (type === "mcp_approval_request") open.add(id);
    if (type === "mcp_approval_response" && !open.delete(request))
      throw violation(`No approval request found for '${String(request)}'.`, "input");
  }
  const [left] = open;
  if (left !== undefined) throw violation(`No approval response found for '${String(left)}'.`, "input");
}

function checkedId(id: unknown): string {
  if (typeof id === "string" && id.length > 0 && id.length <= LONGEST_ID) return id;
  throw violation(`Invalid 'call_id': expected 1 to ${LONGEST_ID} characters, got ${JSON.stringify(id)}.`, "input");
}

function checkOutput(output: unknown, id: string): void {
  if (typeof output !== "string" || output.length <= LONGEST_OUTPUT) return;
  throw violation(`The output of ${id} has ${output.length} characters, more than ${LONGEST_OUTPUT}.`, "input");
}

function checkReasoning({ asked: { body }, input, ownFrom, memory }: Given): void {
  const ids = new Set(input.filter(({ type }) => type === "reasoning").map(({ id }) => id));
  for (const [at, item] of input.entries()) {
    if (at < ownFrom) continue;
    if (item.type === "reasoning") {
      checkFollower(item, input[at + 1], memory);
      checkOrigin(item, { body, memory });
      continue;
    }
    const before = memory.reasoningBefore(item.id);
    if (before && before.model === body.model && !ids.has(before.reasoning)) {
      const what = `Item '${item.id}' of type '${item.type}'`;
      throw violation(`${what} was provided without its required 'reasoning' item: '${before.reasoning}'.`, "input");
    }
  }
}

function checkFollower(item: InputItem, next: InputItem | undefined, memory: Memory): void {
  const said = memory.itemAfter(item.id);
  const isFollowed = said ? next?.id === said.id : next !== undefined && isOutput(next);
  if (isFollowed) return;
  throw violation(`Item '${item.id}' of type 'reasoning' was provided without its required following item.`, "input");
}

function isOutput({ type, role }: InputItem): boolean {
  if (type === undefined || type === "message") return role === "assistant";
  return !String(type).endsWith("_output") && type !== "item_reference";
}

function checkOrigin(item: InputItem, { body, memory }: { body: InputItem; memory: Memory }): void {
  const { encrypted_content: content } = item;
  const said = memory.said(item.id);
  if (typeof content === "string" && said && !isDeepStrictEqual(said.encrypted_content, content)) {
    throw violation(`The encrypted content for item ${item.id} could not be verified.`, "input");
  }
  if (body.store !== false) return;
  if (!Array.isArray(body.include) || !body.include.includes("reasoning.encrypted_content")) {
    throw violation("With 'store' false, reasoning needs 'include': [\"reasoning.encrypted_content\"].", "include");
  }
  if (typeof content !== "string") {
    throw violation(`Item with id '${item.id}' not found: items are not persisted when 'store' is false.`, "input");
  }
}
