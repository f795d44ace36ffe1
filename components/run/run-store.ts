import type { Event, StartRun } from "#lib/runs/schema.ts";
import { applyEvent, emptyRun, type RunView } from "#lib/runs/view.ts";
import { readEvents } from "./event-stream.ts";
import { isFinal, type Problem, readProblem } from "./problem.ts";
import { Shown } from "./shown.ts";
import { nextFrame, retryDelay, untilRetry } from "./waiting.ts";

/** A run as this browser watches it. `since` is when it was started here, in milliseconds of this machine's clock. */
export type RunSnapshot = {
  runId: string | null;
  view: RunView;
  connection: "idle" | "starting" | "live" | "lost" | "ended" | "refused";
  stopping: "no" | "asked";
  problem: Problem | null;
  since: number | null;
};

export const idleRun: RunSnapshot = {
  runId: null,
  view: emptyRun,
  connection: "idle",
  stopping: "no",
  problem: null,
  since: null,
};

const DEFAULTS = { origin: "", stallMs: 45_000, retryMs: 250, schedule: nextFrame };

/**
 * Watches one run at a time. A broken connection is taken up again after the last event seen, however often;
 * leaving or watching another run stops nothing on the server, only `cancel` does.
 */
export class RunStore {
  readonly #options: typeof DEFAULTS;
  readonly #shown: Shown<RunSnapshot>;
  #watching = new AbortController();

  constructor(options: Partial<typeof DEFAULTS> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#shown = new Shown(idleRun, this.#options.schedule);
  }

  readonly get = (): RunSnapshot => this.#shown.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#shown.subscribe(listener);

  /** Resolves when the run has ended, was refused, or is no longer watched. */
  readonly start = async (body: StartRun): Promise<void> => {
    const signal = this.#begin({ ...idleRun, connection: "starting", since: Date.now() });
    const headers = { "Content-Type": "application/json" };
    const response = await this.#fetch("", { method: "POST", body: JSON.stringify(body), headers, signal });
    if (signal.aborted) return;
    const runId = response?.headers.get("Toolroom-Run") ?? null;
    if (!response?.ok || runId === null) return this.#refuse(await readProblem(response));
    this.#shown.set({ runId, connection: "live" });
    if (this.#shown.latest.stopping === "asked") void this.#askToStop(runId);
    await this.#watch(runId, signal, response);
  };

  /** Shows a run from its beginning, whether it still runs or not; resolves like `start`. */
  readonly follow = async (runId: string): Promise<void> => {
    const signal = this.#begin({ ...idleRun, runId, connection: "starting" });
    await this.#watch(runId, signal, await this.#open(runId, signal));
  };

  /** Asks the server to stop the run; asked before the run has an id, it is sent as soon as there is one. */
  readonly cancel = async (): Promise<void> => {
    const { runId, connection } = this.#shown.latest;
    if (connection === "idle" || connection === "ended" || connection === "refused") return;
    this.#shown.set({ stopping: "asked", problem: null });
    if (runId !== null) await this.#askToStop(runId);
  };

  readonly leave = (): void => this.#watching.abort();

  #begin(snapshot: RunSnapshot): AbortSignal {
    this.#watching.abort();
    this.#watching = new AbortController();
    this.#shown.set(snapshot);
    return this.#watching.signal;
  }

  async #watch(runId: string, signal: AbortSignal, first: Response | null): Promise<void> {
    let response = first;
    for (let failures = 0; ; failures++) {
      if (response && isFinal(response)) return this.#refuse(await readProblem(response));
      if (response?.ok && (await this.#take(response, signal))) failures = 0;
      if (signal.aborted) return;
      if (this.#shown.latest.view.endedAt !== null) return this.#shown.set({ connection: "ended", stopping: "no" });
      this.#shown.set({ connection: "lost" });
      await untilRetry(retryDelay(failures, this.#options.retryMs), signal);
      if (signal.aborted) return;
      response = await this.#open(runId, signal);
    }
  }

  /** Applies what a connection brings until it closes or breaks; true if it brought anything. */
  async #take({ body }: Response, signal: AbortSignal): Promise<boolean> {
    let brought = false;
    if (body === null) return brought;
    try {
      for await (const events of readEvents<Event>(body, this.#options)) {
        if (signal.aborted) return brought;
        brought = true;
        this.#shown.setSoon({ connection: "live", view: events.reduce(applyEvent, this.#shown.latest.view) });
      }
    } catch {
      // A connection that broke is resumed like one that closed too early.
    }
    return brought;
  }

  #open(runId: string, signal: AbortSignal): Promise<Response | null> {
    const headers = { "Last-Event-ID": String(this.#shown.latest.view.seq) };
    return this.#fetch(`/${encodeURIComponent(runId)}`, { headers, signal });
  }

  async #askToStop(runId: string): Promise<void> {
    const { signal } = this.#watching;
    const response = await this.#fetch(`/${encodeURIComponent(runId)}`, { method: "DELETE" });
    if (signal.aborted || response?.ok) return;
    this.#shown.set({ stopping: "no", problem: await readProblem(response) });
  }

  /** No answer is an answer too: null. */
  #fetch(path: string, request: RequestInit): Promise<Response | null> {
    return fetch(`${this.#options.origin}/api/runs${path}`, request).catch(() => null);
  }

  #refuse(problem: Problem): void {
    this.#shown.set({ connection: "refused", stopping: "no", problem });
  }
}
