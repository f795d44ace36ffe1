import { createParser } from "eventsource-parser";
import type { Event } from "#lib/runs/schema.ts";

/**
 * Yields the events of a `text/event-stream` body as they arrive, those of one network read together; returns when the
 * connection closes and throws when it breaks, or when not even a keep-alive came for `stallMs`.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { stallMs }: { stallMs: number },
): AsyncGenerator<Event[]> {
  let arrived: Event[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(JSON.parse(data) as Event) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await withinTime(reader, stallMs);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      if (arrived.length > 0) yield arrived;
      arrived = [];
    }
  } finally {
    // The connection may be broken already; there is nothing left to close then.
    reader.cancel().catch(() => undefined);
  }
}

async function withinTime(reader: ReadableStreamDefaultReader<Uint8Array>, stallMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing arrived for ${stallMs} ms`)), stallMs);
  });
  try {
    return await Promise.race([reader.read(), stalled]);
  } finally {
    clearTimeout(timer);
  }
}
