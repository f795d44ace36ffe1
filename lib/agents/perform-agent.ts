import "server-only";
import { parseExact } from "#lib/core/exact/schema.ts";
import { createId } from "#lib/core/ids.ts";
import type { Finish } from "#lib/runs/run.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { NOT_RUN } from "#lib/tools/call.ts";
import type { AskFunction } from "./agent-functions.ts";
import { editNote } from "./approvals/waiting.ts";
import type { Call } from "./call-state.ts";
import type { Conversation } from "./conversation.ts";
import { textOf } from "./entries.ts";
import type { Journal } from "./journal.ts";
import { failed } from "./refusals.ts";

/** Has the conversation of an agent that a call asks, from where the log has it to its end. */
export type AskAgent = (journal: Journal, agent: string) => Promise<Finish | "aside">;

type Asking = {
  call: Call;
  /** Who asks. */
  agent: string;
  asked: AskFunction;
  /** JSON text, checked. */
  argumentsText: string;
};

/**
 * Asks an agent like a tool: it has a conversation of its own, and what it says last is the call's output. How it failed, or at
 * which of its limits it stopped, is told to the caller in words; a stop leaves the call open, and so does waiting for people.
 */
export async function performAgent(journal: Journal, asking: Asking, ask: AskAgent): Promise<void> {
  const { call, agent, asked, argumentsText } = asking;
  const { to } = asked;
  if (!journal.conversation.nestedIn(call)) {
    const input = asked.hasText ? String((parseExact(argumentsText) as { input: unknown }).input) : argumentsText;
    journal.note({ type: "agent.asked", agent, turn: call.turn, index: call.index, to, input });
  }
  const nested = journal.conversation.nestedIn(call);
  if (!nested) return;
  const finish = await ask(journal.inside(call, nested), to);
  if (finish === "aside") return;
  const end = endOf({ call, agent, to, event: finish.event, nested });
  if (end) await journal.commit([end]);
}

type Ended = { call: Call; agent: string; to: string; event: Finish["event"]; nested: Conversation };

function endOf({ call, agent, to, event, nested }: Ended): EventBody | null {
  switch (event.type) {
    case "run.succeeded":
      return returned(call, agent, nested);
    case "run.failed":
      return failed(call, agent, { code: event.code, message: `The agent ${to} failed: ${event.message}` });
    case "run.paused": {
      const said = nested.last && event.reason === "incomplete" ? ` It had said: ${textOf(nested.last.items)}` : "";
      return failed(call, agent, {
        code: "conflict",
        message: `The agent ${to} did not finish: ${event.message}${said}`,
      });
    }
    default:
      return null;
  }
}

function returned(call: Call, agent: string, { last, run }: Conversation): EventBody {
  const { turn, index } = call;
  const text = last ? textOf(last.items) : "";
  const at = { agent, turn, index, callId: createId("call"), ...NOT_RUN, warnings: [] };
  const timing = { queueMs: 0, bootMs: null, runMs: run ? Date.now() - run.startedAt : 0 };
  const result = {
    result: text,
    resultCharacters: text.length,
    resultFile: null,
    modelResult: `${editNote(call)}${text}`,
  };
  return { type: "tool.returned", ...at, timing, ...result };
}
