import type { ServerResponse } from "node:http";

/** Where answers wait until a test lets them go on, or until their client has gone. */
export class Holds {
  readonly #held = new Set<() => void>();
  readonly #watchers: { count: number; resolve: () => void }[] = [];
  #steps = 0;
  readonly #stepping: (() => void)[] = [];

  get count(): number {
    return this.#held.size;
  }

  /** Resolves when that many answers wait. */
  reached(count: number): Promise<void> {
    if (this.count >= count) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ count, resolve }));
  }

  /** Lets all go on that wait now. */
  release(): void {
    for (const goOn of this.#held) goOn();
  }

  /** Lets so many deltas out, now or when their turn comes. */
  step(count: number): void {
    this.#steps += count;
    while (this.#steps > 0 && this.#stepping.length > 0) {
      this.#steps -= 1;
      this.#stepping.shift()?.();
    }
  }

  async forStep(response: ServerResponse): Promise<void> {
    if (this.#steps > 0) {
      this.#steps -= 1;
      return;
    }
    let mine: (() => void) | undefined;
    await this.forRelease(response, (goOn) => {
      mine = goOn;
      this.#stepping.push(goOn);
    });
    const at = mine ? this.#stepping.indexOf(mine) : -1;
    if (at >= 0) this.#stepping.splice(at, 1);
  }

  async forRelease(response: ServerResponse, waiting: (goOn: () => void) => void = () => undefined): Promise<void> {
    if (response.destroyed) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        this.#held.delete(goOn);
        response.off("close", goOn);
        resolve();
      };
      response.once("close", goOn);
      this.#held.add(goOn);
      waiting(goOn);
      for (const { count, resolve: tell } of this.#watchers) if (this.count >= count) tell();
    });
  }
}
