import { expect, it } from "vitest";
import { isMarkdown, readContent } from "./result-content.ts";

it.each([
  ["42", ["text"]],
  ["Error: b must not be 0.", ["text"]],
  ["{'a': 1}", ["text"]],
  ['{"a": 1}', ["json", "text"]],
  ['[{"a": 1}]', ["table", "json", "text"]],
  ['{"rows": [{"a": 1}]}', ["json", "table", "text"]],
  ["# Title\n\nSome text.", ["markdown", "text"]],
])("reads %s as %j", (text, forms) => {
  expect(readContent(text).forms).toEqual(forms);
});

it.each(["[", "]", "-", "|", " ", "*", "#", "\n", "1. ", "[(", "- x\n"])(
  "does not lose itself in many of %j",
  (piece) => {
    expect(readContent(piece.repeat(150_000)).forms).toContain("text");
  },
);

it.each([
  "```\ncode\n```",
  "| a | b |\n| --- | --- |\n| 1 | 2 |",
  "- one\n- two\n\nSee [this](https://example.com).",
  "1. **하나**\n2. 둘",
])("takes %j for Markdown", (text) => {
  expect(isMarkdown(text)).toBe(true);
});

it.each(["5 * 3 * 2", "# of rows: 5", "- 12", "a_b_c", "see [1]", "2026-01-01 --- done", "--flag\n--other"])(
  "takes %j for text",
  (text) => {
    expect(isMarkdown(text)).toBe(false);
  },
);
