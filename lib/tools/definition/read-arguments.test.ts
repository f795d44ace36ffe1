import { expect, test } from "vitest";
import { writeJson } from "#lib/secrets/json.ts";
import { readArguments } from "./read-arguments.ts";

test.each([
  ["", "{}"],
  [" \n", "{}"],
  ['{"a": 1}', '{"a":1}'],
  ['{"n": 12345678901234567890, "d": 1.10, "e": 1e400}', '{"n":12345678901234567890,"d":1.10,"e":1e400}'],
  ['"{\\"a\\": 12345678901234567890}"', '{"a":12345678901234567890}'],
  ['{"__proto__": {"x": 1}, "": 2}', '{"__proto__":{"x":1},"":2}'],
  ['{"a": [{"k": 1}, {"k": 1}], "k": {"k": "{\\"k\\": "}}', '{"a":[{"k":1},{"k":1}],"k":{"k":"{\\"k\\": "}}'],
])("%s is read", (text, value) => {
  const read = readArguments(text);
  expect("refusal" in read ? read.refusal : writeJson(read.value)).toBe(value);
});

test.each([
  [
    '{"path":"a.txt","content":"line 1',
    "The arguments are incomplete JSON: they break off after 33 characters; send the whole object again.",
  ],
  ['{"a":1', "The arguments are incomplete JSON: they break off after 6 characters; send the whole object again."],
  ['{"a": NaN}', "The arguments are invalid JSON: NaN is not a JSON value."],
  ['{"a": "NaN", "b": -Infinity}', "The arguments are invalid JSON: -Infinity is not a JSON value."],
  [
    '{"city" "Jeju"}',
    "The arguments are invalid JSON: Expected ':' after property name in JSON at position 8 (line 1 column 9).",
  ],
  [
    '{"a":1} or so',
    "The arguments are invalid JSON: Unexpected non-whitespace character after JSON at position 8 (line 1 column 9).",
  ],
  ['{"n":1,"n":2}', "The arguments have `n` twice in one object; give it once."],
  ['{"a":{"\\u006e":1,"n":1}}', "The arguments have `n` twice in one object; give it once."],
  ["[1]", "The arguments must be one JSON object, not an array."],
  ['"x"', "The arguments must be one JSON object, not a text."],
  ['"[1]"', "The arguments must be one JSON object, not a text."],
  ["7", "The arguments must be one JSON object, not a number."],
  ["null", "The arguments must be one JSON object, not null."],
  ["true", "The arguments must be one JSON object, not the value true."],
  [`{"a":${"[".repeat(300)}${"]".repeat(300)}}`, "The arguments are nested more than 200 levels deep."],
])("%s is refused in a sentence", (text, refusal) => {
  expect(readArguments(text)).toEqual({ refusal });
});

test.each([
  ['```json\n{"a":1}\n```', 'The arguments must be a JSON object and nothing around it, but begin with "```json".'],
  ["<tool>{}</tool>", 'The arguments must be a JSON object and nothing around it, but begin with "<tool>{}</".'],
  ["Here:\n{}", 'The arguments must be a JSON object and nothing around it, but begin with "Here:".'],
  ['{"a":\n/*x*/1}', "The arguments are invalid JSON: Unexpected token '/'."],
  ['\uFEFF{"a":1}', null],
])("what stands around or inside of JSON is said in one line: %j", (text, refusal) => {
  const read = readArguments(text);
  expect("refusal" in read ? read.refusal : null).toBe(refusal);
});
