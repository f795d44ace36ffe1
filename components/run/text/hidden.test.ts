import fc from "fast-check";
import { expect, it } from "vitest";
import { readHidden, showHidden } from "./hidden.ts";

it("writes control characters as programmers do and other hidden ones as code points", () => {
  expect(readHidden("a\u0000\u0000b\u202egnp.exe\u200b\u{e0041}")).toEqual([
    { shown: "a" },
    { hidden: "\\x00", codePoint: "U+0000", times: 2 },
    { shown: "b" },
    { hidden: "U+202E", codePoint: "U+202E", times: 1 },
    { shown: "gnp.exe" },
    { hidden: "U+200B", codePoint: "U+200B", times: 1 },
    { hidden: "U+E0041", codePoint: "U+E0041", times: 1 },
  ]);
});

it("leaves letters of all scripts, tabs, line feeds and joined emoji as they are", () => {
  const text = "한글\tabc\n👩‍👩‍👧 שלום سلام نمی‌خواهم é";
  expect(readHidden(text)).toEqual([{ shown: text }]);
  expect(showHidden(text)).toBe(text);
});

it("loses no character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const length = readHidden(text).reduce((sum, piece) => {
        if ("shown" in piece) return sum + piece.shown.length;
        return sum + piece.times * String.fromCodePoint(Number.parseInt(piece.codePoint.slice(2), 16)).length;
      }, 0);
      expect(length).toBe(text.length);
    }),
  );
});
