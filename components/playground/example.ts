import { parseExact } from "#lib/core/exact/schema.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";

/** Whether the schema declares any property. */
export function hasProperties(schema: JsonSchema): boolean {
  return Object.keys((schema.properties as object | undefined) ?? {}).length > 0;
}

/** The parameters that a tool's `example.json` suggests, as JSON text; null where it has none. */
export function exampleOf(tool: ToolDetail, part: "toolParameters" | "userParameters"): string | null {
  const parameters = tool.example === null ? undefined : parseObject(tool.example)?.[part];
  return parameters === undefined ? null : JSON.stringify(parameters);
}

/** Names of the members of a JSON object's text; none while it is no JSON. */
export function memberNames(text: string): string[] {
  return Object.keys(parseObject(text) ?? {});
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value = parseExact(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // Half-typed JSON, or an author's broken example: the form begins empty and says what is wrong itself.
    return null;
  }
}
