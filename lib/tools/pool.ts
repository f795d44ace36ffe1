import "server-only";
import { log } from "#lib/core/log.ts";
import { type AheadProcess, type Command, type LateCall, startAhead } from "./process.ts";
import type { ProcessEnding } from "./supervisor.ts";

/** Idle processes kept for a tool in use. */
const IDLE = 2;
const REFILL_MS = 30;

/** Processes that have loaded a tool's packages and wait, each for the one call that it will ever run. */
export class Pool {
  readonly #command: Command;
  #idle: AheadProcess[] = [];
  #starting = 0;
  #isClosed = false;

  constructor(command: Command) {
    this.#command = command;
  }

  /** Whether a call can begin at once. */
  get isReady(): boolean {
    return this.#idle.length > 0;
  }

  /** Runs the call in a waiting process; only to be called when there is one. */
  async call(call: LateCall): Promise<ProcessEnding> {
    const process = this.#idle.shift();
    if (!process) throw new Error("No process waits.");
    try {
      return await process.call(call);
    } finally {
      // Starting one costs more than most calls: what follows this call goes first.
      setTimeout(() => this.fill(), REFILL_MS).unref();
    }
  }

  /** Starts what is missing. One that cannot be started is noticed by the next call, which then starts cold. */
  fill(): void {
    while (!this.#isClosed && this.#idle.length + this.#starting < IDLE) {
      this.#starting += 1;
      startAhead(this.#command)
        .then((process) => {
          if (this.#isClosed) process.close();
          else this.#idle.push(process);
        })
        .catch((error: unknown) => log.warn("a process could not be started ahead of its call", { error }))
        .finally(() => {
          this.#starting -= 1;
        });
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const process of this.#idle) process.close();
    this.#idle = [];
  }
}
