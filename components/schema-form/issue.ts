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
