import { expect, test } from "vitest";
import { openFile } from "./open.ts";
import { makeReach } from "./test-reach.ts";
import { detectEncoding, type Encoding, readText } from "./text.ts";

// "한글 뷁" in CP949; the last syllable is one that EUC-KR lacks.
const KOREAN = Uint8Array.of(0xc7, 0xd1, 0xb1, 0xdb, 0x20, 0x94, 0xee);

async function decoded(content: string | Uint8Array, given?: Encoding): Promise<{ encoding: Encoding; text: string }> {
  const { reach } = await makeReach({ artifacts: { "a.txt": content } });
  const file = await openFile(reach, "a.txt", { maxBytes: 10_000_000 });
  try {
    const encoding = given ?? (await detectEncoding(file));
    let text = "";
    for await (const piece of readText(file, encoding)) text += piece;
    return { encoding, text };
  } finally {
    await file.handle.close();
  }
}

test.each([
  ["UTF-8", "한글", "utf-8", "한글"],
  ["a byte order mark", "\ufeff한글", "utf-8", "한글"],
  ["UTF-16", Buffer.from("\ufeff한글", "utf16le"), "utf-16le", "한글"],
  ["big-endian UTF-16", Buffer.from("\ufeff한글", "utf16le").swap16(), "utf-16be", "한글"],
  ["CP949", KOREAN, "cp949", "한글 뷁"],
  [
    "broken bytes in UTF-8",
    Buffer.concat([Buffer.from("한글과 "), Uint8Array.of(0xff), Buffer.from(" 글")]),
    "utf-8",
    "한글과 � 글",
  ],
  ["nothing", "", "utf-8", ""],
] as const)("recognises %s", async (_what, content, encoding, text) => {
  expect(await decoded(content)).toEqual({ encoding, text });
});

test("joins letters that fall on the border of two pieces", async () => {
  const text = `a${"한".repeat(100_000)}`;
  expect((await decoded(text)).text).toBe(text);
  const korean = Buffer.concat([Buffer.from("a"), ...Array.from({ length: 100_000 }, () => KOREAN.subarray(0, 2))]);
  expect((await decoded(korean)).text).toBe(text);
});

test("a broken letter of CP949 does not swallow the comma after it", async () => {
  expect((await decoded(Uint8Array.of(0xc7, 0x2c, 0x31, 0xc7), "cp949")).text).toBe("�,1�");
});

test("says that a file is no text", async () => {
  await expect(decoded(Uint8Array.of(80, 65, 82, 49, 0, 0))).rejects.toThrow('"a.txt" is not a text file.');
});
