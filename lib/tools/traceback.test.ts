import { expect, test } from "vitest";
import { lastError } from "./traceback.ts";

const trace = (end: string) => `dbg\nTraceback (most recent call last):\n  File "tool.py", line 1, in <module>\n${end}`;

test.each([
  [trace("ValueError: no.\nnote: why\n"), "ValueError: no"],
  [trace("MemoryError\n"), "MemoryError"],
  [trace("pkg.errors.Gone: far\naway\n"), "pkg.errors.Gone: far"],
  [
    `${trace("KeyError: 'a'\n")}\nDuring handling of the above exception, another exception occurred:\n\n${trace("TypeError: b\n")}`,
    "TypeError: b",
  ],
  ['  File "tool.py", line 2\n    x = = 1\nSyntaxError: invalid syntax\n', "SyntaxError: invalid syntax"],
  [
    "usage: tool.py [-h]\ntool.py: error: unrecognized arguments: --user-params\n",
    "tool.py: error: unrecognized arguments: --user-params",
  ],
  ["file:///tool.ts:1\nError [ERR_X]: no\n    at tool.ts:1\n", "Error [ERR_X]: no"],
  ["Uncaught 'just text'\n", "Uncaught 'just text'"],
  ["just words\n", null],
])("%j", (text, line) => expect(lastError(text)).toBe(line));

test("a line that is no sentence any more is cut", () => {
  expect(lastError(`ValueError: ${"x".repeat(10_000)}`)).toHaveLength(501);
});
