import { expect, test } from "vitest";
import { leadingComment, outputKeyIn } from "./typescript-source.ts";

test.each([
  ["/** Adds numbers. */\nimport x", "Adds numbers."],
  ["#!/usr/bin/env node\n/**\n * One.\n *\n *   two\n */\n", "One.\n\n  two"],
  ["// licence\n/* Plain. */", "Plain."],
  ["import x;\n/** Not leading. */", ""],
])("the leading comment of %j", (source, text) => expect(leadingComment(source)).toBe(text));

test.each([
  ['export const OUTPUT_KEY = "tool_output";', "tool_output"],
  ["const OUTPUT_KEY: string = 'out'", "out"],
  ["// const OUTPUT_KEY = 'no'", null],
])("the key of %j", (source, key) => expect(outputKeyIn(source)).toBe(key));
