import { expect, it } from "vitest";
import { splitBlocks } from "./markdown-blocks.ts";

const long = [
  "# Title\nwith more\n\nA paragraph\nof two lines.\n\n",
  "- one\n\n- two\n\n  still two\n\n1. other\n\n",
  "```py\nx = 1\n\ny = 2\n```\n\nafter\n\n",
  "> quote\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- ~~~\n  code\n\n  more\n  ~~~\n\nend",
].join("");

it("cuts between paragraphs, headings, quotes and tables", () => {
  expect(splitBlocks("# T\n\none\ntwo\n\n> q\n\n| a |\n| - |\n")).toEqual([
    "# T\n\n",
    "one\ntwo\n\n",
    "> q\n\n",
    "| a |\n| - |\n",
  ]);
});

it("keeps a list and the code in a fence together", () => {
  expect(splitBlocks("- a\n\n- b\n\n  b too\n\nend")).toEqual(["- a\n\n- b\n\n  b too\n\n", "end"]);
  expect(splitBlocks("```\na\n\nb\n```\n\nc")).toEqual(["```\na\n\nb\n```\n\n", "c"]);
  expect(splitBlocks("````\n```\n\nb\n````\n\nc")).toHaveLength(2);
});

it("leaves a text with definitions whole", () => {
  expect(splitBlocks("see [a]\n\nmore\n\n[a]: https://example.com")).toHaveLength(1);
});

it("loses nothing, and text that grows changes the last block only", () => {
  let before: string[] = [];
  for (let length = 0; length <= long.length; length++) {
    const blocks = splitBlocks(long.slice(0, length));
    expect(blocks.join("")).toBe(long.slice(0, length));
    expect(blocks.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    before = blocks;
  }
});
