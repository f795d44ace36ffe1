import { expect, test } from "vitest";
import { toCsv, toMarkdown } from "./report.ts";

test("writes a greeting with message, tags and scores", () => {
  const greeting = {
    name: "민준",
    message: "Hi.",
    loud: false,
    nickname: "MJ",
    tags: ["a", "b"],
    scores: { "x|y": 1.5 },
  };
  expect(toMarkdown("Hello", greeting)).toBe(
    "# Hello, 민준 (MJ)!\n\nHi.\n\nTags: a, b\n\n| name | score |\n| --- | ---: |\n| x\\|y | 1.5 |\n",
  );
  expect(toMarkdown("Hello", { ...greeting, loud: true, nickname: undefined, tags: [], scores: {} })).toBe(
    "# HELLO, 민준!\n\nHi.\n",
  );
});

test("writes scores as CSV", () => {
  expect(toCsv({ 서연: 92.5, 'a,"b"': 1 })).toBe('name,score\n서연,92.5\n"a,""b""",1\n');
});
