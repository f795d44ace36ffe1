import "server-only";
import { createParser } from "eventsource-parser";
import type OpenAI from "openai";
import type { Connection } from "./connection.ts";
import { notAnAnswer, readFailure, redactFailure, tooLarge, tooLong } from "./failures.ts";
import { type EventStream, eventsOf } from "./outbound.ts";

export type Json = Record<string, unknown>;

/** One request whose answer is told event by event. */
export type Exchange = {
  send: (client: OpenAI, options: { signal: AbortSignal }) => { asResponse(): Promise<Response> };
  /** Gets each event's JSON, or the one object of a server that does not stream; `done` when nothing more is waited for. */
  take: (event: Json) => "more" | "done";
  signal: AbortSignal;
};

/**
 * Sends a request and tells of its answer; whether the answer was closed by an event of its own, or just ended.
 * Throws `ModelFailure` without key and headers in it, and the signal's reason when it was stopped.
 */
export async function exchange(connection: Connection, { send, take, signal }: Exchange): Promise<"closed" | "ended"> {
  signal.throwIfAborted();
  const { client, limits, address } = connection;
  const ending = new AbortController();
  const stop = () => ending.abort(signal.reason);
  const clock = setTimeout(() => ending.abort(tooLong(address, limits.totalMs)), limits.totalMs);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const response = await send(client, { signal: ending.signal }).asResponse();
    const body = eventsOf(response);
    const reading = createReading(take);
    if (body !== null) return await readEvents(body, { reading, connection });
    return readWhole(await response.text(), { reading, address });
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(connection, ending.signal.aborted ? ending.signal.reason : error);
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", stop);
  }
}

/** What any use of a connection threw, as people may read it. */
export function failureOf({ address, redactor }: Connection, thrown: unknown): unknown {
  return redactFailure(readFailure(thrown, address), redactor);
}

type Reading = { feed: (text: string) => void; take: (event: Json) => void; isClosed: () => boolean };

/** Reads frames until one closes the answer. A frame that is no JSON throws `SyntaxError`. */
function createReading(takeEvent: Exchange["take"]): Reading {
  let isClosed = false;
  const take = (event: Json) => {
    isClosed = takeEvent(event) === "done";
  };
  const parser = createParser({
    onEvent({ data, event }) {
      if (isClosed) return;
      if (data.trim() === "[DONE]") isClosed = true;
      else take(parseFrame(data, event));
    },
  });
  return { feed: (text) => parser.feed(text), take, isClosed: () => isClosed };
}

function parseFrame(data: string, name: string | undefined): Json {
  const event: unknown = JSON.parse(data);
  if (typeof event !== "object" || event === null) throw new SyntaxError("A frame holds no object.");
  return name === "error" ? { type: "error", ...event } : (event as Json);
}

/** What is told before a connection breaks off counts: `data` gives it at once, where an iterator would lose it to the error. */
function readEvents(
  body: EventStream,
  { reading, connection: { address, limits } }: { reading: Reading; connection: Connection },
): Promise<"closed" | "ended"> {
  const decoder = new TextDecoder();
  let size = 0;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      body.destroy();
    };
    const attempt = (read: () => void) => {
      try {
        read();
      } catch (error) {
        fail(error);
      }
    };
    body.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > limits.bytes) return fail(tooLarge(address, limits.bytes));
      // What comes after the last event is read all the same: it leaves the connection to the next turn.
      if (reading.isClosed()) return;
      attempt(() => reading.feed(decoder.decode(chunk, { stream: true })));
      if (reading.isClosed()) resolve("closed");
    });
    body.on("end", () => attempt(() => resolve(endReading(reading))));
    body.on("error", reject);
  });
}

/** Some servers leave out the blank line after the last event; half of one was cut off and says nothing. */
function endReading(reading: Reading): "closed" | "ended" {
  try {
    reading.feed("\n\n");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return reading.isClosed() ? "closed" : "ended";
}

/** The answer of a server that does not stream, or does not say that it does. */
function readWhole(text: string, { reading, address }: { reading: Reading; address: string }): "closed" | "ended" {
  if (/^(data|event|id|retry)?:/.test(text.trimStart())) {
    reading.feed(text);
    return endReading(reading);
  }
  const answer = parseAnswer(text);
  if (answer === null) throw notAnAnswer(address, text);
  reading.take(answer);
  return "closed";
}

function parseAnswer(text: string): Json | null {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null && !Array.isArray(answer) ? (answer as Json) : null;
  } catch {
    // Told in words that say more than where the text is no JSON.
    return null;
  }
}
