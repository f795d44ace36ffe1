import { readEvents } from "#components/run/event-stream.ts";
import { isFinal, type Problem, readProblem } from "#components/run/problem.ts";
import { Shown } from "#components/run/shown.ts";
import { nextFrame, retryDelay, untilRetry } from "#components/run/waiting.ts";
import type { SendMessage, SessionFrame, SessionState } from "#lib/agents/schema.ts";
import type { MessageFile } from "#lib/runs/agent-schema.ts";
import { applyFrame, emptyTranscript, type LogFrame, type Transcript } from "#lib/runs/transcript.ts";
import { appendFrames } from "./event-log.ts";
import { followWhileVisible } from "./follow-while-visible.ts";
import { createMessageId } from "./message-id.ts";

/** A session as this browser watches it. */
export type SessionSnapshot = {
  /** Null until the first word from the server. */
  state: SessionState | null;
  transcript: Transcript;
  /** The log itself, without the pieces of answers that are whole by now. */
  events: readonly LogFrame[];
  connection: "connecting" | "live" | "lost" | "resting" | "refused";
  /** What was sent from here and is not in the log yet, in the order of sending. */
  outbox: readonly Outgoing[];
  /** The run that was asked to stop and goes on still. */
  stopping: string | null;
  problem: Problem | null;
};

export type Outgoing = {
  id: string;
  text: string;
  files: readonly MessageFile[];
  mode: SendMessage["mode"];
  state: "sending" | "sent" | "failed";
  problem: Problem | null;
};

export const emptySession: SessionSnapshot = {
  state: null,
  transcript: emptyTranscript,
  events: [],
  connection: "connecting",
  outbox: [],
  stopping: null,
  problem: null,
};

const DEFAULTS = {
  ...{ origin: "", stallMs: 45_000, retryMs: 250, schedule: nextFrame },
  /** What has to be done before a message is sent; answers with why it cannot be. */
  prepare: async (): Promise<Problem | null> => null,
};

/**
 * Watches one session and sends to it. A broken connection is taken up again after the last event seen, however often;
 * a message is shown as soon as it is sent, and one that could not be sent stays with its reason.
 */
export class SessionStore {
  readonly #address: string;
  readonly #options: typeof DEFAULTS;
  readonly #shown: Shown<SessionSnapshot>;
  #watching = new AbortController();

  constructor(sessionId: string, options: Partial<typeof DEFAULTS> & { state?: SessionState } = {}) {
    const { state = null, ...rest } = options;
    this.#options = { ...DEFAULTS, ...rest };
    this.#address = `${this.#options.origin}/api/sessions/${encodeURIComponent(sessionId)}`;
    this.#shown = new Shown({ ...emptySession, state }, this.#options.schedule);
  }

  readonly get = (): SessionSnapshot => this.#shown.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#shown.subscribe(listener);

  /** Watches until `leave`; watching twice is watching once. */
  readonly watch = (): void => {
    this.#watching.abort();
    this.#watching = new AbortController();
    followWhileVisible((signal) => void this.#follow(signal), this.#watching.signal);
  };

  readonly leave = (): void => this.#watching.abort();

  /** Sends a message; resolves when the server has it or said why not, which the outbox shows. */
  readonly send = async (message: { text: string; files: readonly MessageFile[]; mode: SendMessage["mode"] }) => {
    const outgoing: Outgoing = { ...message, id: createMessageId(), state: "sending", problem: null };
    this.#shown.set({ outbox: [...this.#shown.latest.outbox, outgoing] });
    await this.#post(outgoing);
  };

  /** Sends again what failed; it cannot arrive twice, since its id is the same. */
  readonly sendAgain = async (id: string): Promise<void> => {
    const found = this.#shown.latest.outbox.find((outgoing) => outgoing.id === id);
    if (!found) return;
    this.#change(id, { state: "sending", problem: null });
    await this.#post(found);
  };

  /** Takes a message that failed out of the outbox. */
  readonly discard = (id: string): void => {
    this.#shown.set({ outbox: this.#shown.latest.outbox.filter((outgoing) => outgoing.id !== id) });
  };

  /** Asks the server to stop the run that goes on; its end is in the log. */
  readonly stop = async (): Promise<void> => {
    const runId = openRun(this.#shown.latest);
    if (runId === null) return;
    const { signal } = this.#watching;
    this.#shown.set({ stopping: runId, problem: null });
    const address = `${this.#options.origin}/api/runs/${encodeURIComponent(runId)}`;
    const response = await fetch(address, { method: "DELETE" }).catch(() => null);
    if (signal.aborted || response?.ok) return;
    this.#shown.set({ stopping: null, problem: await readProblem(response) });
  };

  async #post({ id, text, files, mode }: Outgoing): Promise<void> {
    const refused = await this.#options.prepare();
    if (refused) return this.#change(id, { state: "failed", problem: refused });
    const body: SendMessage = { message: { id, text, files: files.map(({ name }) => name) }, mode };
    const request = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    const response = await fetch(`${this.#address}/messages`, request).catch(() => null);
    if (!response?.ok) return this.#change(id, { state: "failed", problem: await readProblem(response) });
    this.#change(id, { state: "sent" });
  }

  #change(id: string, change: Partial<Outgoing>): void {
    const { outbox } = this.#shown.latest;
    this.#shown.set({ outbox: outbox.map((each) => (each.id === id ? { ...each, ...change } : each)) });
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      const response = await this.#open(signal);
      if (response && isFinal(response)) {
        return this.#shown.set({ connection: "refused", stopping: null, problem: await readProblem(response) });
      }
      if (response?.ok && (await this.#take(response, signal))) failures = 0;
      if (signal.aborted) break;
      this.#shown.set({ connection: "lost" });
      await untilRetry(retryDelay(failures, this.#options.retryMs), signal);
    }
    if (!this.#watching.signal.aborted) this.#shown.set({ connection: "resting" });
  }

  #open(signal: AbortSignal): Promise<Response | null> {
    const { position, seq } = this.#shown.latest.transcript.cursor;
    const headers = { "Last-Event-ID": `${position}.${seq}` };
    return fetch(`${this.#address}/events`, { headers, signal }).catch(() => null);
  }

  /** Applies what a connection brings until it closes or breaks; true if it brought anything. */
  async #take({ body }: Response, signal: AbortSignal): Promise<boolean> {
    let brought = false;
    if (body === null) return brought;
    try {
      for await (const frames of readEvents<SessionFrame>(body, this.#options)) {
        if (signal.aborted) return brought;
        brought = true;
        this.#shown.setSoon({ ...afterFrames(this.#shown.latest, frames), connection: "live" });
      }
    } catch {
      // A connection that broke is resumed like one that closed too early.
    }
    return brought;
  }
}

/** A message that the server has, in its log or among what waits, is no longer ours to show. */
function afterFrames(before: SessionSnapshot, frames: readonly SessionFrame[]): Partial<SessionSnapshot> {
  const news = frames.filter((frame) => frame.type === "log");
  const transcript = news.reduce<Transcript>(applyFrame, before.transcript);
  const state = frames.findLast((frame) => frame.type === "state")?.state ?? before.state;
  const arrived = new Set(state?.inputs.map(({ id }) => id));
  for (const { event } of news) if (event.type === "message") arrived.add(event.messageId);
  return {
    transcript,
    state,
    events: appendFrames(before.events, news),
    outbox: before.outbox.some(({ id }) => arrived.has(id))
      ? before.outbox.filter(({ id }) => !arrived.has(id))
      : before.outbox,
    stopping: before.stopping === openRun({ transcript, state }) ? before.stopping : null,
  };
}

/** The run that goes on, or waits: that has nothing in the log yet. */
function openRun({ transcript, state }: Pick<SessionSnapshot, "transcript" | "state">): string | null {
  const last = transcript.runs.at(-1);
  return last?.status === "running" ? last.runId : (state?.runId ?? null);
}
