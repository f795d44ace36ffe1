import { createParser } from "eventsource-parser";
import type { SessionFrame } from "#lib/agents/schema.ts";
import { applyFrame, emptyTranscript, type LogFrame, type Transcript } from "#lib/runs/transcript.ts";

/** Opens a session's stream after a cursor, as `sessionStream` and its route do; throws while nobody answers. */
export type OpenStream = (cursor: string) => Promise<Response>;

/** Follows a session as a page does: it folds what it gets, and comes back with its cursor after each break, of which it makes some. */
export class Follower {
  transcript: Transcript = emptyTranscript;
  /** Frames that came again, or before one that they stand behind. */
  readonly doubled: string[] = [];
  breaks = 0;
  #cursor = "0.0";
  readonly #open: OpenStream;
  readonly #isDone: (transcript: Transcript) => boolean;

  constructor(open: OpenStream, isDone: (transcript: Transcript) => boolean) {
    this.#open = open;
    this.#isDone = isDone;
  }

  /** Resolves when the transcript is what was waited for. */
  async follow(): Promise<Transcript> {
    while (!this.#isDone(this.transcript)) {
      const response = await this.#open(this.#cursor).catch(() => null);
      if (response?.body) await this.#read(response.body).catch(() => undefined);
      this.breaks += 1;
      // Whoever cannot be reached is asked again in the next turn of the event loop, and answers when it is there.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return this.transcript;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let left = 5 + Math.floor(Math.random() * 60);
    const parser = createParser({
      onEvent: ({ id, data }) => {
        const frame = JSON.parse(data) as SessionFrame;
        if (frame.type === "log" && id !== undefined) this.#take(frame, id);
        left -= 1;
      },
    });
    const decoder = new TextDecoder();
    // Leaving the loop cancels the stream.
    for await (const chunk of body) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (left <= 0 || this.#isDone(this.transcript)) return;
    }
  }

  #take(frame: LogFrame, id: string): void {
    const next = applyFrame(this.transcript, frame);
    if (next === this.transcript) this.doubled.push(id);
    this.transcript = next;
    this.#cursor = id;
  }
}
