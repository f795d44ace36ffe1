/**
 * A value that changes faster than a screen shows it: `latest` is true at once, `get` is what was last published.
 * `set` publishes now, `setSoon` together with whatever else changes until the next frame.
 */
export class Shown<T> {
  readonly #schedule: (publish: () => void) => void;
  readonly #listeners = new Set<() => void>();
  #latest: T;
  #published: T;
  #scheduled = false;

  constructor(initial: T, schedule: (publish: () => void) => void) {
    this.#latest = initial;
    this.#published = initial;
    this.#schedule = schedule;
  }

  get latest(): T {
    return this.#latest;
  }

  readonly get = (): T => this.#published;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<T>): void {
    this.#latest = { ...this.#latest, ...change };
    this.#publish();
  }

  setSoon(change: Partial<T>): void {
    this.#latest = { ...this.#latest, ...change };
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      this.#publish();
    });
  }

  #publish(): void {
    if (this.#published === this.#latest) return;
    this.#published = this.#latest;
    for (const listener of this.#listeners) listener();
  }
}
