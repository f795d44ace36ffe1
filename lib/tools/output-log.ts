import type { Redactor, RedactorStream } from "#lib/secrets/redact.ts";

const COALESCE_MS = 50;
const LARGEST_PIECE = 64 * 1024;

/** Passes on what a tool prints while it prints it, redacted, in pieces that are neither too many nor too large. */
export class OutputLog {
  readonly #redacted: RedactorStream;
  readonly #write: (text: string) => void;
  #waiting = "";
  #timer: NodeJS.Timeout | undefined;
  #written = 0;

  constructor(redactor: Redactor, write: (text: string) => void) {
    this.#redacted = redactor.stream();
    this.#write = write;
  }

  push(text: string): void {
    this.#waiting += this.#redacted.push(text);
    if (this.#waiting.length >= LARGEST_PIECE) this.#flush();
    else if (this.#waiting !== "") this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  /** Passes on the rest and tells how many UTF-16 units there were in all. */
  end(): number {
    this.#waiting += this.#redacted.end();
    this.#flush();
    return this.#written;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting !== "") {
      const piece = this.#waiting.slice(0, LARGEST_PIECE);
      const whole = this.#waiting.length > LARGEST_PIECE ? piece.replace(/[\uD800-\uDBFF]$/, "") : piece;
      this.#waiting = this.#waiting.slice(whole.length);
      this.#written += whole.length;
      this.#write(whole);
    }
  }
}
