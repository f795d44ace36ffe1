import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { follow } from "./log.ts";

const KEEP_ALIVE_MS = 15_000;

/** One message of a stream: `id` is what a reader comes back with; null for what is no place in the stream. */
export type Frame = { id: string | null; data: object };

/** Answers with the events of a run after `after` as `text/event-stream`; it ends with the terminal event. */
export function sseResponse(runId: string, after: number): Response {
  const response = eventStream((signal) => runFrames(runId, after, signal));
  response.headers.set("Toolroom-Run", runId);
  return response;
}

/** Answers with what `open` yields as `text/event-stream`; an empty page is a chance to keep the connection alive. */
export function eventStream(open: (gone: AbortSignal) => AsyncGenerator<Frame[]>): Response {
  const gone = new AbortController();
  const pages = open(gone.signal);
  const encoder = new TextEncoder();
  let lastSent = performance.now();
  // Pulled, not pushed: a browser that reads slowly holds back its own pages and nobody's memory.
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode("retry: 500\n\n")),
    async pull(controller) {
      for (;;) {
        const { value, done } = await pages.next();
        if (done) return controller.close();
        const text = value.length > 0 ? value.map(toText).join("") : keepAlive(lastSent);
        if (text === "") continue;
        lastSent = performance.now();
        return controller.enqueue(encoder.encode(text));
      }
    },
    cancel: () => gone.abort(),
  });
  return new Response(stream, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      "X-Accel-Buffering": "no",
    },
  });
}

async function* runFrames(runId: string, after: number, signal: AbortSignal): AsyncGenerator<Frame[]> {
  for await (const page of follow(runId, after, signal)) {
    yield page.map((event) => ({ id: String(event.seq), data: event }));
  }
}

/** The cursor that a browser (`Last-Event-ID`) or a program (`?after=`) sent; 0 is the beginning. */
export function readCursor(request: Request): number {
  const sent = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after") ?? "0";
  const cursor = Number(sent);
  if (!Number.isSafeInteger(cursor) || cursor < 0) {
    throw new AppError(
      "invalid_input",
      `The cursor "${sent}" is not the number of an event; send 0 for the beginning.`,
    );
  }
  return cursor;
}

const texts = new WeakMap<object, string>();

/** What many follow is the same object for each, and becomes JSON once. */
function toText({ id, data }: Frame): string {
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return `${id === null ? "" : `id: ${id}\n`}data: ${text}\n\n`;
}

function keepAlive(lastSent: number): string {
  return performance.now() - lastSent >= KEEP_ALIVE_MS ? ": still here\n\n" : "";
}
