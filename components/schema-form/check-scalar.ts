import { numberIn } from "#lib/core/exact/schema.ts";
import { hasFormat, hasUsualNotation } from "./formats.ts";
import { type Issue, type IssueCode, issue } from "./issue.ts";
import { compareNumbers, isMultipleOf, isWhole, numberText } from "./number-text.ts";
import { patternOf } from "./place.ts";
import type { Schema } from "./resolve.ts";
import type { FieldState } from "./state.ts";

/** The names under which `type` may ask for this value. */
export function jsonType(value: FieldState): readonly string[] {
  switch (value.is) {
    case "null":
    case "boolean":
    case "object":
      return [value.is];
    case "list":
      return ["array"];
    case "number": {
      const text = numberText(value.text);
      if (text === null) return ["string"];
      return isWhole(text) ? ["number", "integer"] : ["number"];
    }
    default:
      return ["string"];
  }
}

/** Length, pattern and format of a text; bounds and step of a number. */
export function checkScalar(schema: Schema, value: FieldState, path: string): Issue[] {
  const text = value.is === "number" ? numberText(value.text) : null;
  if (text !== null) return checkNumber(schema, text, path);
  if (value.is === "text" || value.is === "number") return checkText(schema, value.text, path);
  return [];
}

const BOUNDS: readonly (readonly [IssueCode, (order: number) => boolean])[] = [
  ["minimum", (order) => order >= 0],
  ["maximum", (order) => order <= 0],
  ["exclusiveMinimum", (order) => order > 0],
  ["exclusiveMaximum", (order) => order < 0],
];

function checkNumber(schema: Schema, text: string, path: string): Issue[] {
  const found: Issue[] = [];
  for (const [keyword, holds] of BOUNDS) {
    const limit = numberIn(schema[keyword]);
    if (limit !== null && !holds(compareNumbers(text, String(limit)))) {
      found.push(issue(path, keyword, { limit: String(limit) }));
    }
  }
  const step = numberIn(schema.multipleOf);
  if (step !== null && !isMultipleOf(text, String(step))) {
    found.push(issue(path, "multipleOf", { limit: String(step) }));
  }
  return found;
}

const LONGEST_READ = 100_000;

function checkText(schema: Schema, text: string, path: string): Issue[] {
  const { minLength, maxLength, pattern, format } = schema;
  const found: Issue[] = [];
  if (typeof minLength === "number" && !hasCharacters(text, minLength))
    found.push(issue(path, "minLength", { limit: minLength }));
  if (typeof maxLength === "number" && hasCharacters(text, Math.floor(maxLength) + 1))
    found.push(issue(path, "maxLength", { limit: maxLength }));
  // What is longer than this came from a file, and would take a pattern too long or run it out of stack.
  if (text.length > LONGEST_READ) return found;
  if (typeof pattern === "string" && patternOf(pattern)?.test(text) === false) {
    found.push(issue(path, "pattern", { pattern }));
  }
  if (typeof format === "string" && !hasFormat(format, text)) found.push(issue(path, "format", { format }));
  return found;
}

/** Whether a text has at least so many characters; one outside the first plane is two of JavaScript's. */
function hasCharacters(text: string, least: number): boolean {
  if (text.length < least || text.length >= least * 2) return text.length >= least;
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) if ((text.codePointAt(index) ?? 0) > 0xff_ff) count--;
  return count >= least;
}

/** What has a form of its own that the tool may well take, such as a URL with Korean letters. */
export function notationWarnings(schema: Schema, value: FieldState, path: string): Issue[] {
  const { format } = schema;
  if (value.is !== "text" || value.text === "" || value.text.length > LONGEST_READ) return [];
  if (typeof format !== "string" || !hasFormat(format, value.text)) return [];
  return hasUsualNotation(format, value.text) ? [] : [issue(path, "notation", { format })];
}
