import { singleton } from "#lib/core/singleton.ts";

const SHORT_TEXT = 4096;
const SHORT_SCHEMA = 64 * 1024;
const KEPT = 500;
const LOCAL = /^#\/(\$defs|definitions)\/([^/]+)$/;

/**
 * Whether checking this text against this schema is surely done at once: both are short, and no definition refers to itself, so
 * that no part of the text is gone through more often than the schema is long. Watching over what is quick costs more than it.
 */
export function isQuick(schemaText: string, text: string): boolean {
  if (text.length > SHORT_TEXT || schemaText.length > SHORT_SCHEMA) return false;
  const cache = singleton("quick-schemas", () => new Map<string, boolean>());
  const known = cache.get(schemaText);
  if (known !== undefined) return known;
  if (cache.size >= KEPT) cache.clear();
  const isBounded = !refersToItself(JSON.parse(schemaText));
  cache.set(schemaText, isBounded);
  return isBounded;
}

function refersToItself(schema: Record<string, unknown>): boolean {
  const { $defs, definitions, ...root } = schema;
  const parts = new Map<string, string[] | null>([["", referencesIn(root)]]);
  for (const [folder, entries] of Object.entries({ $defs, definitions })) {
    for (const [name, part] of Object.entries(entries ?? {})) parts.set(`#/${folder}/${name}`, referencesIn(part));
  }
  const open = new Set<string>();
  const closed = new Set<string>();
  const leadsBack = (name: string): boolean => {
    if (closed.has(name)) return false;
    const next = parts.get(name);
    if (open.has(name) || !next) return true;
    open.add(name);
    const found = next.some(leadsBack);
    open.delete(name);
    closed.add(name);
    return found;
  };
  return [...parts.keys()].some(leadsBack);
}

/** The definitions that a part of a schema refers to; null when it refers to something else, which may be anything. */
function referencesIn(part: unknown): string[] | null {
  const found: string[] = [];
  let isLocal = true;
  JSON.stringify(part, (key, value: unknown) => {
    if (key.startsWith("$") && key.endsWith("ef") && typeof value === "string") {
      if (key === "$ref" && LOCAL.test(value)) found.push(value);
      else isLocal = false;
    }
    return value;
  });
  return isLocal ? found : null;
}
