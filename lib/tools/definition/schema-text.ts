import { OTHERWISE } from "./covers.ts";
import { ANNOTATIONS, type Definitions, type Schema, type Subschema } from "./keywords.ts";
import { typesOf } from "./kinds.ts";
import { branchesOf, choicesOf, view } from "./view.ts";

const DEEPEST = 3;
const MOST_CHOICES = 6;
const LONGEST = 80;
const UNIONS = new Set(["anyOf", "oneOf", "format"]);

/** What a parameter may be, on one line as a programmer writes it: `string | null`, `integer[]`, `"a" | "b"`. */
export function typeText(given: Subschema, definitions: Definitions, depth = 0): string {
  const schema = view(given, definitions);
  if (!schema || depth > DEEPEST) return "…";
  const choices = choicesOf(schema);
  if (choices) return listed(choices.map((choice) => JSON.stringify(choice)));
  const branches = branchesOf(schema);
  if (branches.length > 1)
    return listed(branches.slice(0, MOST_CHOICES + 1).map((branch) => typeText(branch, definitions, depth + 1)));
  const [type = "any"] = typesOf(schema);
  if (type === "array") return `${grouped(typeText(schema.items ?? true, definitions, depth + 1))}[]`;
  if (type === "object") return objectText(schema, definitions, depth);
  return type === "string" && schema.format ? `string (${schema.format})` : type;
}

/** What else a schema asks for, as its keywords say it: `minimum 1, maxLength 20`; "" for nothing. */
export function limitsText(schema: Schema): string {
  return Object.entries(schema)
    .filter(([keyword]) => !OTHERWISE.has(keyword) && !ANNOTATIONS.has(keyword) && !UNIONS.has(keyword))
    .map(([keyword, limit]) => `${keyword} ${valueText(limit)}`)
    .toSorted()
    .join(", ");
}

/** Values with a comma between them; "" for none. */
export function listText(values: readonly unknown[]): string {
  return shortened(values.map((value) => JSON.stringify(value)).join(", "));
}

/** A value as JSON, cut when it is long; "" for none. */
export function valueText(value: unknown): string {
  return shortened(JSON.stringify(value) ?? "");
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function objectText({ properties, additionalProperties: more }: Schema, definitions: Definitions, depth: number) {
  if (properties || typeof more !== "object") return "object";
  return `Record<string, ${typeText(more, definitions, depth + 1)}>`;
}

function listed(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  const more = distinct.length > MOST_CHOICES ? ["…"] : [];
  return [...distinct.slice(0, MOST_CHOICES), ...more].join(" | ");
}

function grouped(text: string): string {
  return text.includes(" | ") ? `(${text})` : text;
}
