import { LosslessNumber } from "lossless-json";
import { embeddedSecrets, maskEmbedded } from "./embedded.ts";
import { closingQuote, isRecord, readParameters, tryRead, writeJson } from "./json.ts";
import { createPlaces, type Place, type Places } from "./places.ts";
import type { JsonSchema } from "./schema.ts";

/**
 * Every secret in a set of UserParameters (JSON text), for a redactor. It reads wrong shapes too: a list where a secret
 * should be, a secret under a mistyped name, and text that is not JSON at all.
 */
export function secretValues(schema: JsonSchema, parameters: string): string[] {
  const found = new Set<string>();
  const root = tryRead(parameters);
  if (root === undefined) return quotedIn(parameters);
  const places = createPlaces(schema);
  collect({ places, found, embedded: MOST_EMBEDDED }, places.root, root);
  found.delete("");
  return [...found];
}

/** What a browser may see of stored parameters (JSON text): `masked` without secrets, and JSON pointers to those that are set. */
export function maskParameters(schema: JsonSchema, stored: string): { masked: string; secretsSet: string[] } {
  const places = createPlaces(schema);
  const secretsSet: string[] = [];
  const masked = mask({ places, secretsSet }, places.root, { value: readParameters(stored), pointer: "" });
  return { masked: writeJson(masked ?? {}), secretsSet };
}

/** The schema with the places of these JSON pointers secret too, whatever it says of them itself; a list's items all are. */
export function withSecretsAt(schema: JsonSchema, pointers: readonly string[]): JsonSchema {
  if (pointers.length === 0) return schema;
  const own: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [];
  return { ...schema, allOf: [...own, ...pointers.map(secretAt)] };
}

function secretAt(pointer: string): JsonSchema {
  const parts = pointer.split("/").slice(1);
  return parts.reduceRight<JsonSchema>(
    (below, part) => {
      const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
      // A list of secrets is one secret as a whole, so that a number at the end is a member's name.
      const mayBeIndex = /^\d+$/.test(part) && below.writeOnly !== true;
      return { properties: { [name]: below }, ...(mayBeIndex ? { items: below } : {}) };
    },
    { writeOnly: true },
  );
}

/** The value without secrets, whose pointers it adds to `secretsSet`; undefined where all of it is one. */
export function mask(
  masking: { places: Places; secretsSet: string[] },
  place: Place,
  { value, pointer }: { value: unknown; pointer: string },
): unknown {
  if (place.secret) {
    if (value === null || value === "") return value;
    masking.secretsSet.push(pointer);
    return undefined;
  }
  if (typeof value === "string") return maskEmbedded(value);
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const below = masking.places.child(place, index);
      return mask(masking, below, { value: item, pointer: `${pointer}/${index}` }) ?? null;
    });
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => {
    const below = masking.places.child(place, name);
    return [name, mask(masking, below, { value: item, pointer: pointerTo(pointer, name) })] as const;
  });
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** The JSON pointer to a member. */
export function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** `embedded` is how many secrets inside of texts may still be added. */
type Collecting = { places: Places; found: Set<string>; embedded: number };

/** Beyond these a text is data that somebody works on, such as a log, and no address or connection string. */
const MOST_EMBEDDED = 500;

function addSome(texts: readonly string[], found: Set<string>, room: number): number {
  for (const text of texts.slice(0, room)) found.add(text);
  return Math.max(0, room - texts.length);
}

function collect(collecting: Collecting, place: Place, value: unknown): void {
  const { places, found } = collecting;
  const secret = place.secret || (isMisplaced(place, value) && places.holdsSecret(place));
  if (value instanceof LosslessNumber) {
    // As it is written, and as a program prints it.
    if (secret) found.add(value.toString()).add(String(Number(value.toString())));
  } else if (typeof value === "string") {
    if (secret) found.add(value);
    if (collecting.embedded > 0) collecting.embedded = addSome(embeddedSecrets(value), found, collecting.embedded);
    const inside = value.trimStart().startsWith("{") ? tryRead(value) : undefined;
    if (inside !== undefined) collect(collecting, { schemas: [], secret: false }, inside);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(collecting, below(place, index), item);
  } else if (isRecord(value)) {
    const misnamed = lacksSecret(places, place, value);
    for (const [name, item] of Object.entries(value)) {
      const known = below(place, name);
      collect(collecting, misnamed && known.schemas.length === 0 ? { ...known, secret: true } : known, item);
    }
  }

  function below(above: Place, key: string | number): Place {
    const child = places.child(above, key);
    return secret ? { ...child, secret } : child;
  }
}

/** Whether a declared secret is not there: what stands under an undeclared name may be it, mistyped. */
function lacksSecret(places: Places, place: Place, value: Record<string, unknown>): boolean {
  const declared = place.schemas.flatMap((schema) =>
    isRecord(schema.properties) ? Object.keys(schema.properties) : [],
  );
  return declared.some((name) => !Object.hasOwn(value, name) && places.child(place, name).secret);
}

/** Whether the schemas of the place know their types and none is the value's. */
function isMisplaced(place: Place, value: unknown): boolean {
  const types = new Set(place.schemas.flatMap((schema) => schema.type ?? []));
  if (types.size === 0) return false;
  if (Array.isArray(value)) return !types.has("array");
  if (isRecord(value)) return !types.has("object");
  if (value instanceof LosslessNumber) return !types.has("number") && !types.has("integer");
  return typeof value === "string" && !types.has("string");
}

/** The strings of a broken JSON text that are not names, and the text itself. */
function quotedIn(text: string): string[] {
  const found = [text];
  for (let open = text.indexOf('"'); open !== -1; ) {
    const close = closingQuote(text, open);
    const isName = /^\s*:/.test(text.slice(close + 1, close + 20));
    if (!isName) found.push(text.slice(open + 1, close));
    open = text.indexOf('"', close + 1);
  }
  return found;
}
