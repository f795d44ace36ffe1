import type { LogText } from "#lib/runs/view.ts";
import { type AnsiStyle, ESC, plainStyle, readAnsi } from "./ansi.ts";

/** A line of a log with the style that is in force where it begins; a very long one is several. */
export type LogLine = { text: string; style: AnsiStyle };

/** The lines of a log; of a very long one only the last are kept, and `dropped` says how many came before them. */
export type LogLines = { count: number; at: (index: number) => LogLine | undefined; dropped: number };

const LONGEST_LINE = 8_192;
const LONGEST_SEQUENCE = 64;
const DROP = 50_000;

/**
 * Cuts a growing log into lines, reading each piece once however often it is asked. A carriage return begins its line
 * anew, as on a terminal, so a progress bar is one line.
 */
export class LineBuffer {
  readonly #most: number;
  #log: LogText | null = null;
  #lines: LogLine[] = [];
  #dropped = 0;
  #style = plainStyle;
  /** The line that has no end yet. */
  #open = "";
  /** A carriage return takes effect with the next letter: before a line feed it is nothing. */
  #carriage = false;

  constructor(most = 400_000) {
    this.#most = most;
  }

  read(log: LogText): LogLines {
    const known = this.#log;
    const grown = known !== null && known.chunks === log.chunks && known.count <= log.count;
    if (!grown) this.#clear();
    const from = grown ? known.count : 0;
    for (let index = from; index < log.count; index++) this.#feed(log.chunks[index] ?? "");
    this.#log = log;
    const lines = this.#lines;
    const open = this.#open === "" ? null : { text: this.#open, style: this.#style };
    const ended = lines.length;
    const at = (index: number) => (open && index === ended ? open : lines[index]);
    return { count: ended + (open ? 1 : 0), at, dropped: this.#dropped };
  }

  #clear(): void {
    this.#lines = [];
    this.#dropped = 0;
    this.#style = plainStyle;
    this.#open = "";
    this.#carriage = false;
  }

  #feed(piece: string): void {
    let at = 0;
    for (const { index, 0: mark } of piece.matchAll(/\n|\r/g)) {
      this.#append(piece.slice(at, index));
      at = index + 1;
      if (mark === "\n") this.#end();
      else this.#carriage = true;
    }
    this.#append(piece.slice(at));
  }

  #append(text: string): void {
    if (text === "") return;
    if (this.#carriage) this.#restart();
    this.#open += text;
    while (this.#open.length > LONGEST_LINE) this.#split();
  }

  #restart(): void {
    this.#carriage = false;
    this.#style = styleAfter(this.#open, this.#style);
    this.#open = "";
  }

  #end(): void {
    this.#carriage = false;
    this.#push(this.#open);
    this.#open = "";
  }

  /** Cuts the open line where it is too long, but through no escape sequence and no letter. */
  #split(): void {
    const sequence = this.#open.lastIndexOf(ESC, LONGEST_LINE);
    let cut = sequence > LONGEST_LINE - LONGEST_SEQUENCE ? sequence : LONGEST_LINE;
    if (/[\uD800-\uDBFF]/.test(this.#open.charAt(cut - 1))) cut--;
    const rest = this.#open.slice(cut);
    this.#push(this.#open.slice(0, cut));
    this.#open = rest;
  }

  #push(text: string): void {
    this.#lines.push({ text, style: this.#style });
    this.#style = styleAfter(text, this.#style);
    if (this.#lines.length <= this.#most) return;
    this.#lines = this.#lines.slice(Math.min(DROP, this.#most));
    this.#dropped += Math.min(DROP, this.#most);
  }
}

function styleAfter(text: string, style: AnsiStyle): AnsiStyle {
  return text.includes(ESC) ? readAnsi(text, style).style : style;
}
