import { createParser } from "eventsource-parser";

/**
 * Yields the events of a `text/event-stream` body as they arrive, those of one network read together; returns when the
 * connection closes and throws when it breaks, or when not even a keep-alive came for `stallMs`.
 */
export async function* readEvents<T>(
  body: ReadableStream<Uint8Array>,
  { stallMs }: { stallMs: number },
): AsyncGenerator<T[]> {
  let arrived: T[] = [];
  const parser = createParser({ onEvent: ({ data }) => arrived.push(JSON.parse(data) as T) });
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
