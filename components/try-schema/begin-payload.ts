import { type Field, fieldOf } from "#components/schema-form/field.ts";
import { initialState } from "#components/schema-form/fill.ts";
import { parseJson } from "#components/schema-form/json-parse.ts";
import { printJson } from "#components/schema-form/json-print.ts";
import { printExact } from "#lib/core/exact/schema.ts";

/**
 * The JSON text that a form over `schema` begins with: what was filled in before, if it was for a schema like this one, else the
 * emptiest value of its type.
 */
export function beginPayload(schema: unknown, before: string | null): string {
  const field = fieldOf(schema, schema);
  if (before !== null && belongs(field, before)) return before;
  const { kind } = field;
  switch (kind.is) {
    case "object":
    case "map":
    case "union":
      return "{}";
    case "json":
      return kind.shape === "list" ? "[]" : "{}";
    case "number":
      return "0";
    case "choice":
      return printExact(kind.options[0]?.value ?? null);
    default:
      return printJson(initialState({ root: schema, audience: "tool" }, schema));
  }
}

/** While a schema is being rewritten, its values stay; under one that knows none of their names they would only be in the way. */
function belongs({ kind }: Field, text: string): boolean {
  const parsed = parseJson(text);
  if (!parsed.ok || kind.is !== "object") return true;
  if (parsed.state.is !== "object") return false;
  const { members } = parsed.state;
  return members.size === 0 || kind.properties.some(({ name }) => members.has(name));
}
