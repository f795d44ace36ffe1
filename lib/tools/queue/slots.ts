/** Lets at most `size` holders in at once, first come, first served. */
export class Slots {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  /** Resolves with the function that gives the slot back, which may be called more than once. Rejects when the signal aborts. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#queue(signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#pass();
      isHeld = false;
    };
  }

  #queue(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting = this.#waiting.filter((each) => each !== enter);
        reject(signal.reason);
      };
      this.#waiting.push(enter);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
