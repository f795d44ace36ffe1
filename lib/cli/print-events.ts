import { stripVTControlCharacters } from "node:util";
import type { PendingApproval } from "#lib/agents/approvals/schema.ts";
import { type Event, withinOf } from "#lib/runs/schema.ts";

let streamed = "";

const DECIDED = { approve: "approved", reject: "rejected", expired: "nobody approved it in time" };

const IN_ANSWERS = new Set<Event["type"]>(["text.delta", "model.responded", "retry"]);

/** Prints what a person wants to read of an event: the answer on stdout, and what is done for it on stderr. */
export function printEvent(event: Event): void {
  // What an agent says that is asked on the way is no answer; it comes as the result of its call.
  if (withinOf(event) !== null && IN_ANSWERS.has(event.type)) return;
  switch (event.type) {
    case "text.delta":
      streamed += event.text;
      process.stdout.write(plain(event.text));
      return;
    case "model.responded":
      printRest(event.items);
      return;
    case "tool.called":
      say(`${event.toolName} ${event.arguments}`);
      return;
    case "tool.returned":
      say(`→ ${firstLine(event.modelResult)}`);
      return;
    case "tool.failed":
      say(`→ ${event.message}`);
      return;
    case "approval.asked":
      say(`${event.name} ${event.arguments} needs approval`);
      return;
    case "approval.decided":
      say(`→ ${DECIDED[event.decision]}${event.reason === null ? "" : `: ${event.reason}`}`);
      return;
    case "retry":
      // What was printed of the answer so far is void.
      if (streamed !== "") process.stdout.write("\n");
      streamed = "";
      say(`${event.message} Trying again in ${event.waitMs / 1000} s.`);
      return;
    case "guardrail.tripped":
      if (streamed !== "") process.stdout.write("\n");
      streamed = "";
      say(event.message);
      return;
    case "agent.asked":
      say(`asks ${event.to}: ${firstLine(event.input)}`);
      return;
    case "handoff":
      say(`handed over to ${event.to}`);
      return;
    case "environment.log":
      process.stderr.write(plain(event.text));
      return;
    default:
  }
}

/** Prints a call that waits for a person, and how to decide on it. */
export function printApproval({ runId, call, agent, name, arguments: given, expiresAt }: PendingApproval): void {
  say(`${agent} waits for approval of ${name} ${given}, until ${expiresAt}`);
  say(`decide with: toolroom approve ${runId} ${call} [--reject REASON] [--arguments JSON] [--session]`);
}

/** Prints how it ended, where that is not the answer itself. */
export function printLine(last: Event | null): void {
  if (last && "message" in last) process.stderr.write(`toolroom: ${last.message}\n`);
}

/** Of a text that came in one piece, or whose end came with the answer, what was not printed yet. */
function printRest(items: readonly Record<string, unknown>[]): void {
  const parts = items.flatMap((item) => (item.type === "message" && Array.isArray(item.content) ? item.content : []));
  const text = parts.map((part: { text?: unknown }) => (typeof part.text === "string" ? part.text : "")).join("");
  const rest = text.startsWith(streamed) ? text.slice(streamed.length) : "";
  streamed = "";
  if (text !== "") process.stdout.write(`${plain(rest)}\n`);
}

function say(text: string): void {
  process.stderr.write(`toolroom: ${plain(text)}\n`);
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/** A terminal does what control characters say, and these come from a model. */
function plain(text: string): string {
  return stripVTControlCharacters(text);
}
