import type { ServerResponse } from "node:http";

type Held = { response: ServerResponse; kind: "stopped" | "stepping"; goOn: () => void };

/** Where answers wait until a test lets them go on, or until their client has gone. */
export class Holds {
  readonly #held = new Set<Held>();
  readonly #watchers: { count: number; resolve: () => void }[] = [];
  #steps = 0;

  /** Resolves when that many answers wait. */
  reached(count: number): Promise<void> {
    if (this.#held.size >= count) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ count, resolve }));
  }

  /** Lets all go on that wait now. */
  release(): void {
    for (const { goOn } of this.#held) goOn();
  }

  /** Ends the connections of all that wait now. */
  cut(): void {
    for (const { response } of this.#held) response.destroy(new Error("The test cuts the connection."));
  }

  /** Lets so many deltas out, now or when their turn comes. */
  step(count: number): void {
    this.#steps += count;
    for (const { kind, goOn } of this.#held) {
      if (kind !== "stepping" || this.#steps === 0) continue;
      this.#steps -= 1;
      goOn();
    }
  }

  /** Waits for a step; one that was made ahead is enough. */
  async forStep(response: ServerResponse): Promise<void> {
    if (this.#steps > 0) this.#steps -= 1;
    else await this.#hold(response, "stepping");
  }

  async forRelease(response: ServerResponse): Promise<void> {
    await this.#hold(response, "stopped");
  }

  async #hold(response: ServerResponse, kind: Held["kind"]): Promise<void> {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => {
      const held: Held = {
        response,
        kind,
        goOn: () => {
          this.#held.delete(held);
          response.off("close", held.goOn);
          resolve();
        },
      };
      response.once("close", held.goOn);
      this.#held.add(held);
      for (const { count, resolve: tell } of this.#watchers) if (this.#held.size >= count) tell();
    });
  }
}
