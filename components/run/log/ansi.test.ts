import fc from "fast-check";
import { expect, it } from "vitest";
import { plainStyle, readAnsi, stripAnsi } from "./ansi.ts";

const E = "\u001b";

function styles(text: string) {
  return readAnsi(text, plainStyle).spans.map(({ text: part, style }) => [part, style.fg, style.bg, ...style.marks]);
}

it("reads colours and marks, and takes off each with its own code", () => {
  expect(styles(`${E}[1;31mred${E}[22m thin${E}[39m plain${E}[44;4m line${E}[0m end`)).toEqual([
    ["red", "red", null, "bold"],
    [" thin", "red", null],
    [" plain", null, null],
    [" line", null, "blue", "underline"],
    [" end", null, null],
  ]);
});

it("takes `ESC[m` for a reset and bright colours for their plain ones", () => {
  expect(styles(`${E}[92mok${E}[m.`)).toEqual([
    ["ok", "green", null],
    [".", null, null],
  ]);
});

it.each([
  ["38;5;196", "red"],
  ["38;5;28", "green"],
  ["38;5;3", "yellow"],
  ["38;5;240", "black"],
  ["38;2;30;60;220", "blue"],
  ["38:2::200:40:210", "magenta"],
  ["38;2;90;200;210", "cyan"],
  ["38;2;240;240;240", "white"],
])("shows %s as %s", (code, colour) => {
  expect(styles(`${E}[${code}mx`)).toEqual([["x", colour, null]]);
});

it("goes on after a colour of its own with the codes that follow", () => {
  expect(styles(`${E}[38;5;196;1;48;2;0;0;0mx`)).toEqual([["x", "red", "black", "bold"]]);
});

it("drops cursor movements, titles and links, and shows what a link is called", () => {
  const text = `${E}[2K${E}[1A${E}]0;title\u0007a${E}]8;;https://example.com${E}\\b${E}]8;;${E}\\c${E}(B${E}=`;
  expect(stripAnsi(text)).toBe("abc");
  expect(styles(text).map(([part]) => part)).toEqual(["a", "b", "c"]);
});

it("does not let an unfinished sequence hide what follows it", () => {
  expect(stripAnsi(`${E}]0;never ends, so it is text`)).toContain("never ends, so it is text");
});

it("shows every letter of any text once, whatever the colours", () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom(`${E}[31m`, `${E}[0m`, `${E}[1;4m`, `${E}[38;5;9m`));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      expect(
        readAnsi(text, plainStyle)
          .spans.map((span) => span.text)
          .join(""),
      ).toBe(stripAnsi(text));
    }),
  );
});
