import type { Item } from "#lib/providers/model.ts";
import type { Helper } from "#lib/runs/agent-schema.ts";
import type { EventBody } from "#lib/runs/schema.ts";

/** What people were asked about a call, and what they said, as the log has it. */
type Asked = Pick<Extract<EventBody, { type: "approval.asked" }>, "arguments" | "expiresAt">;
export type Decided = Pick<
  Extract<EventBody, { type: "approval.decided" }>,
  "decision" | "by" | "arguments" | "reason"
>;

/** A call of the model. Its key is (run, turn, index); `callId` is the server's, and may come again. */
export type Call = {
  /** `mcp`: one that the model server makes itself, if a person lets it; its output is their decision. */
  kind: "function" | "mcp";
  runId: string;
  turn: number;
  index: number;
  callId: string;
  name: string;
  arguments: string;
  /** What the model gets of it; null while it is open. */
  output: string | null;
  /** The file that holds the whole of an output which was too long. */
  file: string | null;
  /** Whether it was begun: an open call that was begun was cut off. */
  begun: boolean;
  asked: Asked | null;
  decided: Decided | null;
  /** The agent that it handed over to. */
  handoffTo: string | null;
  /** Shown to the model in place of an output that grew too old. */
  stub: string | null;
  /** What is known of a handoff's own tools. */
  helpers: Partial<Record<Helper, HelperState>>;
  /** Whether a guardrail has refused its result. */
  isRefused: boolean;
};

/** A tool of a handoff: whether it was only begun, and what came of it. */
export type HelperState =
  | { is: "begun" }
  | { is: "returned"; result: string; file: string | null }
  | { is: "failed"; reason: string };

type CallEvent = Extract<EventBody, { type: "tool.called" | "tool.returned" | "tool.failed" }>;

/** Takes in an event of a call, or of a tool that does a part of it. */
export function applyToCall(call: Call, event: CallEvent): void {
  if (event.helper !== undefined) {
    call.helpers[event.helper] = helperState(event);
  } else if (event.type === "tool.called") {
    call.begun = true;
  } else {
    call.output = event.modelResult;
    call.file = event.type === "tool.returned" ? event.resultFile : null;
  }
}

function helperState(event: CallEvent): HelperState {
  switch (event.type) {
    case "tool.called":
      return { is: "begun" };
    case "tool.returned":
      return { is: "returned", result: event.result, file: event.resultFile };
    case "tool.failed":
      // A tool that ended by itself has refused: its last words are the reason.
      return { is: "failed", reason: event.exitCode === null ? event.modelResult : event.message };
  }
}

/** The calls among an answer's items in their order, as nothing has become of them yet. */
export function callsIn(items: readonly Item[]): NewCall[] {
  return items.flatMap((item): NewCall[] => {
    if (item.type === "function_call") return [{ ...NEW, helpers: {}, ...read(item), kind: "function" }];
    if (item.type !== "mcp_approval_request") return [];
    // No function has a name with a slash.
    const name = `${textIn(item.server_label)}/${textIn(item.name)}`;
    return [{ ...NEW, helpers: {}, ...read(item), kind: "mcp", callId: textIn(item.id), name }];
  });
}

type NewCall = Omit<Call, "runId" | "turn" | "index">;

const NEW = {
  output: null,
  file: null,
  begun: false,
  asked: null,
  decided: null,
  handoffTo: null,
  stub: null,
  isRefused: false,
};

function read(item: Item) {
  return { callId: textIn(item.call_id), name: textIn(item.name), arguments: textIn(item.arguments) };
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
