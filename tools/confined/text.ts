import { createCp949Decoder } from "./cp949.ts";
import type { ConfinedFile } from "./open.ts";
import { Problem } from "./problem.ts";

/** The encodings of text that can be read; "cp949" is the Korean one of Excel and Windows and includes EUC-KR. */
export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "cp949", "shift_jis", "gb18030", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The encoding of a text file by its byte order mark, else by its first mebibyte, else UTF-8; a file that is no text is a Problem. */
export async function detectEncoding(file: ConfinedFile): Promise<Encoding> {
  const buffer = Buffer.alloc(Math.min(file.bytes, SAMPLE_BYTES));
  const { bytesRead } = await file.handle.read(buffer, 0, buffer.length, 0);
  const sample = buffer.subarray(0, bytesRead);
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le";
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be";
  if (sample.includes(0)) throw new Problem(`"${file.path}" is not a text file.`);
  const asUtf8 = new TextDecoder().decode(sample, { stream: true });
  const wrong = count(asUtf8, /\ufffd/g);
  // A few broken bytes in a text that is otherwise good UTF-8 are broken bytes, not another encoding.
  if (wrong === 0 || wrong < count(asUtf8, /[^\p{ASCII}\ufffd]/gu)) return "utf-8";
  const asKorean = createCp949Decoder().decode(sample, { stream: true });
  return asKorean.includes("\ufffd") || !/\p{Script=Hangul}/u.test(asKorean) ? "utf-8" : "cp949";
}

/** A file's text in pieces, without byte order mark; bytes that mean nothing in the encoding become "�". */
export async function* readText(file: ConfinedFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = encoding === "cp949" ? createCp949Decoder() : new TextDecoder(encoding);
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let position = 0; position < file.bytes; ) {
    const wanted = Math.min(buffer.length, file.bytes - position);
    const { bytesRead } = await file.handle.read(buffer, 0, wanted, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    yield decoder.decode(buffer.subarray(0, bytesRead), { stream: true });
  }
  yield decoder.decode(new Uint8Array());
}

/** The beginning of a file's text, some ten thousand characters. */
export async function headOf(file: ConfinedFile, encoding: Encoding): Promise<string> {
  for await (const piece of readText(file, encoding)) return piece;
  return "";
}

const SAMPLE_BYTES = 2 ** 20;
const PIECE_BYTES = 2 ** 16;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
