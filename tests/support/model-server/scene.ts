import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { Holds } from "./holds.ts";
import { Memory } from "./memory.ts";
import { Player } from "./script.ts";

/** A request as it came. */
export type Received = {
  api: "responses" | "chat" | "models";
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** When, in milliseconds since 1970. */
  at: number;
  session: string;
  /** Whether the client went before it had the whole answer. */
  isAborted: boolean;
};

/** What was wrong with a request: OpenAI would have refused it, or the script has no answer for it. */
export type Violation = { request: number; message: string; param: string | null };

/** All that a server knows from the beginning of a test to its end. */
export class Scene {
  player = new Player([], "requests");
  readonly memory = new Memory();
  readonly holds = new Holds();
  readonly received: Received[] = [];
  readonly violations: Violation[] = [];
  /** Answers that have not ended. */
  readonly open = new Set<ServerResponse>();
  readonly #watchers: { count: number; resolve: () => void }[] = [];

  /** How many requests have come. */
  count = 0;

  /** Takes a request down and tells those who wait for it. */
  receive(request: Received, { keep }: { keep: boolean }): void {
    this.count += 1;
    if (keep) this.received.push(request);
    for (const { count, resolve } of this.#watchers) if (this.count >= count) resolve();
  }

  requested(count: number): Promise<void> {
    if (this.count >= count) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ count, resolve }));
  }
}
