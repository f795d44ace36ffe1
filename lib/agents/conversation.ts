import type { Item } from "#lib/providers/model.ts";
import type { PinnedTool } from "#lib/runs/agent-schema.ts";
import { type EventBody, withinOf } from "#lib/runs/schema.ts";
import { decide, grantKey, measureWaiting } from "./approvals/waiting.ts";
import { applyToCall, type Call, callsIn } from "./call-state.ts";
import { type Answer, type Entry, isEmpty } from "./entries.ts";
import { applyGuard, beginGuarding, type GuardProgress, type Unchecked } from "./guard-state.ts";
import { filteredView } from "./handoff-view.ts";

/** An event as the log has it, but for its number: the order says enough. `at` is ISO 8601. */
export type Logged = EventBody & { runId: string; at: string };
type Of<Type extends EventBody["type"]> = Extract<Logged, { type: Type }>;

/** How far the newest run is. Times are milliseconds since 1970. */
export type RunProgress = {
  id: string;
  startedAt: number;
  turn: number;
  tokens: number;
  cost: number;
  /** Answers without anything in them, and answers that did not fit the output schema. */
  empty: number;
  refused: number;
  /** The agents that have made a call, which ends a forced tool choice. */
  called: Set<string>;
  guard: GuardProgress;
  /** Milliseconds in which nothing could be done but wait for people, and since when that is so now. */
  waited: number;
  waitsSince: number | null;
};

/** All that a session's log says to its loop: `entries` in their order, the agent whose turn it is, and the newest run. */
export class Conversation {
  readonly entries: Entry[] = [];
  agent: string | null = null;
  run: RunProgress | null = null;
  /** Which versions of its tools the newest run keeps to. */
  pins: readonly PinnedTool[] = [];
  /** What people have said in all, also what no model is shown any more. */
  readonly heard = { messages: 0, last: "" };
  /** The messages that came since the last answer. */
  readonly unchecked: Unchecked[] = [];
  /** What people approved for the rest of the session: by `grantKey`, who it was. */
  readonly granted: Map<string, string | null>;
  /** Those of agents that are asked, by the run and the place of their calls. */
  readonly #nested = new Map<string, Conversation>();
  #source = "";
  #said = "";

  /** `granted` is that of the conversation which this one is inside of. */
  constructor(granted: Map<string, string | null> = new Map()) {
    this.granted = granted;
  }

  /** Takes in the next event of the log; those of an earlier run come before those of a later one. */
  apply(event: Logged): void {
    const within = withinOf(event);
    if (within === null) this.#take(event);
    else this.#inside(event, within);
    const { run, last } = this;
    if (!run) return;
    const isHeld = (call: Call) => this.nestedIn(call)?.run?.waitsSince != null;
    measureWaiting(run, { calls: last?.runId === run.id ? last.calls : [], isHeld, at: Date.parse(event.at) });
  }

  /** The newest answer, if nothing came after it. */
  get last(): Answer | null {
    const last = this.entries.at(-1);
    return last?.type === "answer" ? last : null;
  }

  /** The conversation of the agent that a call asks; null when it has not begun. */
  nestedIn({ runId, turn, index }: Pick<Call, "runId" | "turn" | "index">): Conversation | null {
    return this.#nested.get(`${runId} ${turn}.${index}`) ?? null;
  }

  /** The conversations of all agents that its calls ask. */
  get asked(): Conversation[] {
    return [...this.#nested.values()];
  }

  #take(event: Logged): void {
    switch (event.type) {
      case "run.started":
        if (event.kind !== "agent") return;
        this.pins = event.tools;
        this.#begin(event);
        return;
      case "message":
        this.entries.push({ type: "message", messageId: event.messageId, text: event.text, files: event.files });
        this.unchecked.push({ messageId: event.messageId, text: event.text });
        this.heard.messages += 1;
        this.heard.last = event.text;
        return;
      case "model.started":
        this.#source = `${event.by} ${event.provider ?? ""} ${event.model}`;
        // What an attempt had said that was cut off by a crash.
        this.#said = "";
        return;
      case "text.delta":
        this.#said += event.text;
        return;
      case "retry":
        this.#said = "";
        return;
      case "model.responded":
        this.#answered(event);
        return;
      case "tool.called":
      case "tool.returned":
      case "tool.failed":
        this.#open(event, (call) => applyToCall(call, event));
        return;
      default:
        this.#more(event);
    }
  }

  #more(event: Logged): void {
    switch (event.type) {
      case "usage":
        this.#used(event);
        return;
      case "handoff":
        this.#open(event, (call) => {
          call.output = JSON.stringify({ assistant: event.to });
          call.handoffTo = event.to;
        });
        this.agent = event.to;
        return;
      case "agent.asked":
        this.#open(event, (call) => {
          call.begun = true;
        });
        this.#ask(event);
        return;
      case "approval.asked":
        this.#open(event, (call) => {
          call.asked = event;
        });
        return;
      case "approval.decided":
        this.#open(event, (call) => {
          decide(call, event);
          if (event.scope === "session") this.granted.set(grantKey(event.agent, call.name), event.by);
        });
        return;
      case "output.refused":
        this.entries.push({ type: "correction", text: event.message });
        if (this.run) this.run.refused += 1;
        return;
      case "answer.held":
      case "guardrail.passed":
      case "guardrail.tripped":
        applyGuard(this, event);
        return;
      case "context.trimmed":
        for (const { runId, turn, index, stub } of event.calls) this.#stub({ runId, turn, index }, stub);
        return;
      case "context.compacted":
        this.#compact(event);
        return;
      case "context.filtered":
        this.entries.splice(0, this.entries.length, ...filteredView(this.entries, event));
        return;
      case "run.cancelled":
      case "run.paused":
        if (this.#said !== "") this.entries.push({ type: "partial", text: this.#said });
        this.#said = "";
        return;
      default:
    }
  }

  /** Something happened in the conversation of an agent that a call asks; what it uses, this one uses too. */
  #inside(event: Logged, within: string): void {
    const [first = "", ...rest] = within.split("/");
    const { within: _, ...here } = event as Logged & { within?: string };
    const deeper = (rest.length > 0 ? { ...here, within: rest.join("/") } : here) as Logged;
    this.#nested.get(`${event.runId} ${first}`)?.apply(deeper);
    if (event.type === "usage") this.#used(event);
  }

  #ask({ turn, index, to, input, ...event }: Of<"agent.asked">): void {
    const nested = new Conversation(this.granted);
    nested.#begin({ ...event, agent: to });
    const question = { messageId: `asked ${turn}.${index}`, text: input };
    nested.entries.push({ type: "message", ...question, files: [] });
    nested.unchecked.push(question);
    this.#nested.set(`${event.runId} ${turn}.${index}`, nested);
  }

  #begin({ runId, at, agent }: { runId: string; at: string; agent: string }): void {
    // Whoever it was handed over to before goes on.
    this.agent ??= agent;
    this.#said = "";
    const counts = { turn: 0, tokens: 0, cost: 0, empty: 0, refused: 0 };
    const guard = beginGuarding(this.agent);
    const waiting = { waited: 0, waitsSince: null };
    this.run = { id: runId, startedAt: Date.parse(at), ...counts, ...waiting, called: new Set(), guard };
  }

  #answered(event: Of<"model.responded">): void {
    const { runId, turn, agent, status, reason, responseId } = event;
    this.#said = "";
    const items = event.items as Item[];
    const calls = callsIn(items).map((call, index) => ({ ...call, runId, turn, index }));
    const source = this.#source;
    this.entries.push({ type: "answer", runId, turn, agent, source, status, reason, responseId, items, calls });
    this.unchecked.length = 0;
    if (!this.run) return;
    this.run.guard.held = null;
    this.run.turn = turn;
    if (isEmpty(items)) this.run.empty += 1;
    if (calls.length > 0) this.run.called.add(agent);
  }

  #used({ input, output, cost }: Of<"usage">): void {
    if (!this.run) return;
    this.run.tokens += input + output;
    this.run.cost += cost ?? 0;
  }

  #open(
    event: { runId: string; turn?: number | undefined; index?: number | undefined },
    change: (call: Call) => void,
  ): void {
    const { runId, turn, index } = event;
    // The newest answer is the only one that can have open calls.
    for (let at = this.entries.length - 1; at >= 0; at--) {
      const entry = this.entries[at];
      if (entry?.type !== "answer") continue;
      const call = entry.runId === runId && entry.turn === turn ? entry.calls[index ?? -1] : undefined;
      if (call) change(call);
      return;
    }
  }

  #stub(key: { runId: string; turn: number; index: number }, stub: string): void {
    const answer = this.entries.find(
      (entry) => entry.type === "answer" && entry.runId === key.runId && entry.turn === key.turn,
    );
    const call = answer?.type === "answer" ? answer.calls[key.index] : undefined;
    if (call) call.stub = stub;
  }

  #compact({ entries, summary }: Of<"context.compacted">): void {
    this.entries.splice(0, entries, { type: "summary", text: summary });
  }
}
