import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { follow } from "./log.ts";
import type { Event } from "./schema.ts";

const KEEP_ALIVE_MS = 15_000;

/** Answers with the events of a run after `after` as `text/event-stream`; it ends with the terminal event. */
export function sseResponse(runId: string, after: number): Response {
  const gone = new AbortController();
  const pages = follow(runId, after, gone.signal);
  const encoder = new TextEncoder();
  let lastSent = performance.now();
  // Pulled, not pushed: a browser that reads slowly holds back its own pages and nobody's memory.
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode("retry: 500\n\n")),
    async pull(controller) {
      for (;;) {
        const { value, done } = await pages.next();
        if (done) return controller.close();
        const text = value.length > 0 ? value.map(toFrame).join("") : keepAlive(lastSent);
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
      "Toolroom-Run": runId,
    },
  });
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

function toFrame(event: Event): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}

function keepAlive(lastSent: number): string {
  return performance.now() - lastSent >= KEEP_ALIVE_MS ? ": still here\n\n" : "";
}
