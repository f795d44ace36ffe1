import type { OutputLog } from "./output-log.ts";
import type { Output, ProcessEnding } from "./supervisor.ts";

/** A number that JSON does not have, and where it stands. */
export type NonFinite = { value: string; path: string };

/** What a harness said on the studio's own channel. */
export type ChannelMessages = {
  result?: string;
  nonFinite?: NonFinite;
  refused?: { what: string; path: string; message: string; more?: number };
  unusable?: string;
  /** The code with which a harness ends that spares itself its runtime's own ending; it is the last that is heard of it. */
  exit?: number;
  peakMemoryBytes?: number;
};

const KEPT_STDERR = 64 * 1024;
const LONGEST_ENDING = 256;

/** Collects what comes from a process, as text whatever bytes it is made of, and passes on what people may see. */
export class Heard {
  beganAt: number | null = null;
  #text = { stdout: "", after: "", stderr: "", channel: "" };
  #decoders = {
    stdout: new TextDecoder(),
    after: new TextDecoder(),
    stderr: new TextDecoder(),
    channel: new TextDecoder(),
  };
  /** The beginning of the channel's last line, kept apart: to look for it in all of the channel would take ever longer. */
  #lastLine = "";
  #isLineEnded = true;
  readonly #logs: Record<"stdout" | "stderr", OutputLog>;
  readonly #onBegan: () => void;

  constructor(logs: Record<"stdout" | "stderr", OutputLog>, onBegan: () => void) {
    this.#logs = logs;
    this.#onBegan = onBegan;
  }

  take(output: Output, bytes: Buffer): void {
    if (output === "channel" && this.beganAt === null) {
      this.beganAt = performance.now();
      this.#onBegan();
    }
    this.#add(output, this.#decoders[output].decode(bytes, { stream: true }));
  }

  /** How the process ended, once its harness has said so: what is left of it is nobody's concern but its supervisor's. */
  get told(): ProcessEnding | null {
    if (!this.#isLineEnded || !this.#lastLine.startsWith('{"exit":')) return null;
    const { exit = 0, peakMemoryBytes = 0 } = readMessages(this.#lastLine);
    return { cause: "exited", exitCode: exit, signal: null, peakMemoryBytes };
  }

  /** What was printed before and after `run_tool` returned, the end of stderr, and what the harness said. */
  end(): { before: string; after: string; stderr: string; messages: ChannelMessages } {
    for (const output of ["stdout", "after", "stderr", "channel"] as const)
      this.#add(output, this.#decoders[output].decode());
    const { stdout, after, stderr, channel } = this.#text;
    return { before: stdout, after, stderr, messages: readMessages(channel) };
  }

  #add(output: Output, text: string): void {
    const kept = this.#text[output] + text;
    this.#text[output] = output === "stderr" ? kept.slice(-KEPT_STDERR) : kept;
    if (output === "stdout" || output === "after") this.#logs.stdout.push(text);
    if (output === "stderr") this.#logs.stderr.push(text);
    if (output === "channel" && text !== "") this.#followLines(text);
  }

  #followLines(text: string): void {
    const begun = text.lastIndexOf("\n", text.length - 2);
    const line = begun === -1 ? (this.#isLineEnded ? text : this.#lastLine + text) : text.slice(begun + 1);
    this.#lastLine = line.slice(0, LONGEST_ENDING);
    this.#isLineEnded = text.endsWith("\n");
  }
}

function readMessages(channel: string): ChannelMessages {
  const messages = channel.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value as ChannelMessages] : [];
    } catch {
      // Something that the tool wrote to a descriptor it did not open.
      return [];
    }
  });
  return Object.assign({}, ...messages) as ChannelMessages;
}
