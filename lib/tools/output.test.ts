import { describe, expect, test } from "vitest";
import { findNonFinite, modelResult, namedArtifacts, showsNonFinite, splitOutput } from "./output.ts";

describe("splitOutput", () => {
  const cases: [name: string, stdout: string, log: string, result: string][] = [
    ["the key alone on the first line", "tool_output 42\n", "", "42"],
    ["a log before it", "a\nb\ntool_output 42\n", "a\nb\n", "42"],
    ["many lines after it", "tool_output one\ntwo\n\nthree\n\n", "", "one\ntwo\n\nthree"],
    ["Windows line ends", "log\r\ntool_output 42\r\n", "log\r\n", "42"],
    ["the key at the end of the file", "log\ntool_output", "log\n", ""],
    ["the key at the end of its line", "tool_output\nbelow\n", "", "\nbelow"],
    ["a tab after the key, which stays", "tool_output\tx\n", "", "\tx"],
    ["exactly one space removed", "tool_output   indented\n", "", "  indented"],
    [
      "a key within a line that comes before one at a line's start",
      "see tool_output 1\ntool_output 2\n",
      "see tool_output 1\n",
      "2",
    ],
    ["the first of two at the start of lines", "tool_output 1\ntool_output 2\n", "", "1\ntool_output 2"],
    ["a longer word that begins with the key", "tool_outputs 1\ntool_output 2\n", "tool_outputs 1\n", "2"],
    ["no line that begins with it: the first occurrence", "result: tool_output 7\n", "result: ", "7"],
    ["a word that holds the key and nothing better", "my_tool_outputs\n", "my_", "s"],
    ["white space before the key on its line", "  tool_output 7\n", "  ", "7"],
  ];
  test.each(cases)("%s", (_, stdout, log, result) => {
    expect(splitOutput(stdout, "", "tool_output")).toEqual({ log, result, warning: null });
  });

  test("without a key in the file all of stdout is the result", () => {
    expect(splitOutput("a\n", "b \n", null)).toEqual({ log: "", result: "a\nb", warning: null });
  });

  test("a key that was never printed leaves all of stdout, with a warning", () => {
    const split = splitOutput("a\nb\n", "", "tool_output");
    expect(split.result).toBe("a\nb");
    expect(split.warning).toContain("tool_output");
  });

  test("what was printed before run_tool returned cannot pass for the result", () => {
    const split = splitOutput(
      'tool_output {"forged": true}\n',
      "tool_output first tool_output second\n",
      "tool_output",
    );
    expect(split).toEqual({ log: 'tool_output {"forged": true}\n', result: "first tool_output second", warning: null });
  });

  test("when nothing with the key follows, the plain rule holds for all", () => {
    expect(splitOutput("x\ntool_output 1\n", "bye\n", "tool_output").result).toBe("1\nbye");
  });
});

describe("numbers that JSON does not have", () => {
  test.each([
    ['{"count": 0, "mean": NaN}', { value: "NaN", path: "mean" }],
    ['[1, {"a": [-Infinity]}]', { value: "-Infinity", path: "[1].a[0]" }],
    ['{"a": "NaN", "b": 1}', null],
    ['{"a": "\\" NaN"}', null],
    ["NaN is no number", null],
    ["{'mean': nan}", null],
  ])("%s", (text, found) => expect(findNonFinite(text)).toEqual(found));

  test("a Python repr shows them too", () => {
    expect(showsNonFinite("{'mean': nan}")).toBe(true);
    expect(showsNonFinite("[inf]")).toBe(true);
    expect(showsNonFinite("nano information 'nan'")).toBe(false);
  });
});

describe("what the model gets", () => {
  test("colours are gone", () => {
    expect(modelResult("\u001b[31mred\u001b[0m", { limit: 100, file: null })).toBe("red");
  });

  test("of a long result the head, the size and the file", () => {
    const shown = modelResult("x".repeat(50), { limit: 10, file: "result.txt" });
    expect(shown).toBe(
      `${"x".repeat(10)}\n\n[The result has 50 characters; these are the first 10. The whole is in the file result.txt.]`,
    );
  });

  test("no character is cut in two", () => {
    expect(modelResult("ab😀cd", { limit: 3, file: null }).startsWith("ab\n\n")).toBe(true);
  });
});

test("a JSON result may name artifacts", () => {
  expect(namedArtifacts('{"artifacts_created": ["a.csv", 3]}')).toEqual(["a.csv"]);
  expect(namedArtifacts("{'artifacts_created': ['a.csv']}")).toEqual([]);
  expect(namedArtifacts('{"artifacts_created": "a.csv"}')).toEqual([]);
});
