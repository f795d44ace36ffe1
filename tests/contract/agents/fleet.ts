import { Child } from "./child.ts";

/** So many events of any kind at most lie between one kill and the next. */
const LONGEST_PEACE = 10;

/** Workers that live short lives: at random moments one is killed, and another takes its place. */
export class Fleet {
  kills = 0;
  readonly #slots: { worker: Child; isReady: boolean }[] = [];
  #peace = LONGEST_PEACE;
  readonly #most: number;
  readonly #work: Promise<void>[] = [];

  /** Kills no more than `most`; the last ones live. */
  constructor({ workers, most }: { workers: number; most: number }) {
    this.#most = most;
    for (let slot = 0; slot < workers; slot++) this.#work.push(this.#fill(slot));
  }

  /** To be called whenever anything happens: what a worker wrote, asked or began. */
  happened(): void {
    this.#peace -= 1;
    if (this.#peace > 0 || this.kills >= this.#most) return;
    const ready = this.#slots.filter(({ isReady }) => isReady);
    const slot = ready[Math.floor(Math.random() * ready.length)];
    if (!slot) return;
    this.#peace = 1 + Math.floor(Math.random() * LONGEST_PEACE);
    this.kills += 1;
    slot.isReady = false;
    this.#work.push(slot.worker.kill().then(() => this.#fill(this.#slots.indexOf(slot))));
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#work);
    await Promise.all(this.#slots.map(({ worker }) => worker.kill()));
  }

  async #fill(at: number): Promise<void> {
    const worker = new Child("hold-worker.ts");
    const slot = { worker, isReady: false };
    this.#slots[at] = slot;
    slot.isReady = (await worker.line()) === "ready";
  }
}
