import { AppError } from "#lib/core/errors.ts";

const MEBIBYTE = 1024 * 1024;

/** The JSON of a request's body. Throws `invalid_input`, or `too_large` beyond `maxBytes`, before it holds more than that. */
export async function readJsonBody(request: Request, maxBytes = 16 * MEBIBYTE): Promise<unknown> {
  if (mediaType(request) !== "application/json") {
    throw new AppError("invalid_input", "The body must be JSON; send it with Content-Type: application/json.");
  }
  const text = await new Response(capped(request, maxBytes)).text();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid_input", "The body is not valid JSON.", { cause: error });
  }
}

/** The same request with a multipart body that breaks off with `too_large` beyond `maxBytes`. */
export function capUpload(request: Request, maxBytes = 80 * MEBIBYTE): Request {
  if (mediaType(request) !== "multipart/form-data") {
    throw new AppError("invalid_input", "The body must be a form; send it with Content-Type: multipart/form-data.");
  }
  const { url, method, headers } = request;
  // Part by part: the request that Next hands over stands for a real one, and none can be made of it as a whole.
  return new Request(url, { method, headers, body: capped(request, maxBytes), duplex: "half" } as RequestInit);
}

function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function capped(request: Request, maxBytes: number): ReadableStream<Uint8Array> | null {
  const tooLarge = () =>
    new AppError("too_large", `The body is larger than the ${maxBytes / MEBIBYTE} MiB that are taken here.`);
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLarge();
  let left = maxBytes;
  const meter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(tooLarge());
      else controller.enqueue(chunk);
    },
  });
  return request.body?.pipeThrough(meter) ?? null;
}
