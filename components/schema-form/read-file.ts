import { type Encoding, endsWithoutPadding } from "./encoding.ts";
import { mayBe } from "./media-type.ts";
import type { Schema } from "./resolve.ts";

/** As a text it has a third more, and a call may have 16 MiB with all of its parameters. */
export const LARGEST_FILE = 12_000_000;

type Read = { text: string } | { problem: FileProblem };
export type FileProblem = "tooLarge" | "wrongType" | "notText" | "unreadable";

/** The bytes of a file as the text that a schema asks for. */
export async function readFile(
  file: File,
  { schema, encoding }: { schema: Schema; encoding: Encoding },
): Promise<Read> {
  if (file.size > LARGEST_FILE) return { problem: "tooLarge" };
  if (!mayBe(file.type, mediaTypeOf(schema) ?? "*/*")) return { problem: "wrongType" };
  try {
    if (encoding === "text") return asText(await bytesOf(file));
    const base64 = await base64Of(file);
    if (encoding === "data-url") {
      const type = file.type || "application/octet-stream";
      return { text: `data:${type};base64,${base64}` };
    }
    const digits = encoding === "base64url" ? base64.replaceAll("+", "-").replaceAll("/", "_") : base64;
    return { text: endsWithoutPadding(schema) ? digits.replace(/={1,2}$/, "") : digits };
  } catch {
    // It is gone, or may not be read: the browser says so only now.
    return { problem: "unreadable" };
  }
}

/** What kind of file a schema asks for; null for any. */
export function mediaTypeOf({ contentMediaType }: Schema): string | null {
  return typeof contentMediaType === "string" ? contentMediaType : null;
}

/** Pydantic decodes the text as UTF-8, so that only bytes which are UTF-8 arrive as they were. */
function asText(bytes: ArrayBuffer): Read {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: "notText" };
  }
}

function bytesOf(file: File): Promise<ArrayBuffer> {
  return readWith((reader) => reader.readAsArrayBuffer(file)) as Promise<ArrayBuffer>;
}

/** The browser's own encoder works beside the page; an empty file has no comma in every browser. */
async function base64Of(file: File): Promise<string> {
  const url = (await readWith((reader) => reader.readAsDataURL(file))) as string;
  const comma = url.indexOf(",");
  return comma < 0 ? "" : url.slice(comma + 1);
}

function readWith(start: (reader: FileReader) => void): Promise<FileReader["result"]> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    start(reader);
  });
}
