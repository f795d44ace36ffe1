import type { FieldState, ListItem } from "./state.ts";

/** Why a text is no JSON, and where; lines and columns count from 1. */
type SyntaxProblem = { reason: SyntaxReason; offset: number; line: number; column: number };
type SyntaxReason = "empty" | "unexpected" | "unfinished" | "repeated" | "trailing" | "deep";

type Parsed = { ok: true; state: FieldState } | { ok: false; problem: SyntaxProblem };

const DEEPEST = 400;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const SPACE = /[ \t\n\r]*/y;
const WORDS = new Map<string, FieldState>([
  ["true", { is: "boolean", value: true }],
  ["false", { is: "boolean", value: false }],
  ["null", { is: "null" }],
]);

/** Reads JSON with nothing lost: digits of numbers, the order of keys, and keys such as `__proto__`. */
export function parseJson(text: string): Parsed {
  const reader = new Reader(text);
  try {
    return { ok: true, state: reader.document() };
  } catch (thrown) {
    if (thrown instanceof SyntaxStop) return { ok: false, problem: locate(text, thrown) };
    throw thrown;
  }
}

class SyntaxStop extends Error {
  readonly reason: SyntaxReason;
  readonly offset: number;

  constructor(reason: SyntaxReason, offset: number, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
    this.offset = offset;
  }
}

class Reader {
  private readonly text: string;
  private offset = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): FieldState {
    this.space();
    if (this.offset >= this.text.length) throw new SyntaxStop("empty", 0);
    const state = this.value();
    this.space();
    if (this.offset < this.text.length) throw new SyntaxStop("trailing", this.offset);
    return state;
  }

  private value(): FieldState {
    const first = this.text.charAt(this.offset);
    if (first === "{") return this.nested(() => this.object());
    if (first === "[") return this.nested(() => this.list());
    if (first === '"') return { is: "text", text: this.string() };
    const digits = this.match(NUMBER);
    if (digits) return { is: "number", text: digits };
    for (const [word, state] of WORDS) {
      if (this.text.startsWith(word, this.offset)) {
        this.offset += word.length;
        return state;
      }
    }
    throw this.stop();
  }

  private nested(read: () => FieldState): FieldState {
    if (++this.depth > DEEPEST) throw new SyntaxStop("deep", this.offset);
    this.offset++;
    const state = read();
    this.depth--;
    return state;
  }

  private object(): FieldState {
    const members = new Map<string, FieldState>();
    this.each("}", () => {
      const start = this.offset;
      const name = this.string();
      if (members.has(name)) throw new SyntaxStop("repeated", start);
      this.space();
      this.expect(":");
      this.space();
      members.set(name, this.value());
    });
    return { is: "object", members };
  }

  private list(): FieldState {
    const items: ListItem[] = [];
    this.each("]", () => items.push({ id: items.length, state: this.value() }));
    return { is: "list", items };
  }

  private each(close: string, read: () => void) {
    this.space();
    if (this.accept(close)) return;
    do {
      this.space();
      read();
      this.space();
    } while (this.accept(","));
    this.expect(close);
  }

  private string(): string {
    const start = this.offset;
    const quoted = this.match(STRING);
    if (!quoted) throw new SyntaxStop(this.text.charAt(start) === '"' ? "unfinished" : this.stop().reason, start);
    try {
      return JSON.parse(quoted) as string;
    } catch (cause) {
      throw new SyntaxStop("unexpected", start, { cause });
    }
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0];
    if (!found) return null;
    this.offset += found.length;
    return found;
  }

  private space() {
    this.match(SPACE);
  }

  private accept(mark: string): boolean {
    if (!this.text.startsWith(mark, this.offset)) return false;
    this.offset++;
    return true;
  }

  private expect(mark: string) {
    if (!this.accept(mark)) throw this.stop();
  }

  private stop() {
    return new SyntaxStop(this.offset >= this.text.length ? "unfinished" : "unexpected", this.offset);
  }
}

function locate(text: string, stop: SyntaxStop): SyntaxProblem {
  const before = text.slice(0, stop.offset).split("\n");
  const { reason, offset } = stop;
  return { reason, offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
