import { printExact } from "#lib/core/exact/schema.ts";

/** What is wrong at one place, as a code and what its sentence needs; `path` is a JSON pointer, "" is the whole. */
export type Issue = { path: string; code: IssueCode; params: Readonly<Record<string, string | number>> };

/** One sentence each in `messages/<locale>/form.json`. */
export type IssueCode =
  | "required"
  | "dependent"
  | "type"
  | "enum"
  | "const"
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "minLength"
  | "maxLength"
  | "pattern"
  | "format"
  | "notation"
  | "minItems"
  | "maxItems"
  | "uniqueItems"
  | "contains"
  | "minProperties"
  | "maxProperties"
  | "additional"
  | "propertyNames"
  | "not"
  | "oneOf"
  | "variant"
  | "syntax";

/** A warning is said at its field and stops nothing. */
export function isWarning({ code }: Issue): boolean {
  return code === "notation";
}

export function issue(path: string, code: IssueCode, params: Issue["params"] = {}): Issue {
  return { path, code, params };
}

const MOST_CHOICES = 30;

/** That a value is none of these. */
export function choicesIssue(path: string, values: readonly unknown[]): Issue {
  const choices = [...new Set(values.map((value) => printExact(value)))];
  const [only = ""] = choices;
  if (choices.length === 1) return issue(path, "const", { value: only });
  const more = choices.length > MOST_CHOICES ? ", …" : "";
  return issue(path, "enum", { choices: choices.slice(0, MOST_CHOICES).join(", ") + more, count: choices.length });
}
