import { AppError } from "#lib/core/errors.ts";
import { hasEmbeddedMask, unmaskEmbedded } from "./embedded.ts";
import { mask, pointerTo } from "./fields.ts";
import { isRecord, readParameters, writeJson } from "./json.ts";
import { createPlaces, type Place, type Places } from "./places.ts";
import { type JsonSchema, MASK } from "./schema.ts";

/**
 * The parameters to store (JSON text) when a browser sends them back: a secret that is absent or masked keeps what is
 * stored, one that `clear` points to is removed. Throws `invalid_input`.
 */
export function mergeSecrets(
  schema: JsonSchema,
  stored: string,
  { submitted, clear }: { submitted: string; clear: readonly string[] },
): string {
  const places = createPlaces(schema);
  const old = readParameters(stored);
  const merged = merge({ places, clear: new Set(clear) }, places.root, {
    value: readParameters(submitted),
    stored: old,
    pointer: "",
  });
  return writeJson(merged);
}

type Merging = { places: Places; clear: ReadonlySet<string> };
type Pair = { value: unknown; stored: unknown; pointer: string };

/** `value` is what was submitted, undefined if nothing was; undefined comes back where nothing is to be stored. */
function merge(merging: Merging, place: Place, { value, stored, pointer }: Pair): unknown {
  if (merging.clear.has(pointer)) return isMasked(value) ? undefined : value;
  if (place.secret) return value === undefined ? stored : unmask(value, stored);
  if (typeof value === "string") return mergeText(value, stored, pointer);
  if (Array.isArray(value)) return mergeList(merging, place, { value, stored, pointer });
  if (!isRecord(value)) return value;
  const old = isRecord(stored) ? stored : {};
  const names = [
    ...Object.keys(value),
    ...Object.keys(old).filter((name) => keepsAbsent(merging, place, { name, value, old })),
  ];
  const entries = names.map((name) => {
    const below = merging.places.child(place, name, value);
    const submitted = Object.hasOwn(value, name) || below.secret ? own(value, name) : {};
    const pair = { value: submitted, stored: own(old, name), pointer: pointerTo(pointer, name) };
    return [name, merge(merging, below, pair)] as const;
  });
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

/** Whether a stored member that was not submitted stays: it is a secret, or was shown empty because it holds nothing else. */
function keepsAbsent(
  { places }: Merging,
  place: Place,
  { name, value, old }: { name: string; value: Record<string, unknown>; old: Record<string, unknown> },
): boolean {
  if (Object.hasOwn(value, name)) return false;
  const below = places.child(place, name, value);
  const stillKnown = below.schemas.length > 0 || places.child(place, name).schemas.length === 0;
  if (below.secret) return stillKnown;
  const shown = mask({ places, secretsSet: [] }, below, { value: old[name], pointer: "" });
  return (
    stillKnown &&
    isRecord(shown) &&
    isRecord(old[name]) &&
    Object.keys(shown).length === 0 &&
    Object.keys(old[name]).length > 0
  );
}

function mergeText(value: string, stored: unknown, pointer: string): string {
  const merged = unmaskEmbedded(value, stored);
  if (!hasEmbeddedMask(merged)) return merged;
  throw new AppError("invalid_input", `${pointer} holds ${MASK} in place of its password; enter the password.`);
}

/** Pairs each submitted item with the stored one that looks the same without secrets, else with the one at its place. */
function mergeList(merging: Merging, place: Place, { value, stored, pointer }: Pair & { value: unknown[] }): unknown[] {
  const old = Array.isArray(stored) ? stored : [];
  const shown = old.map((item, index) => shownAs(merging, merging.places.child(place, index), item));
  const free = new Set(old.keys());
  const same = value.map((item, index) => {
    const text = shownAs(merging, merging.places.child(place, index), item);
    const found = shown[index] === text && free.has(index) ? index : [...free].find((other) => shown[other] === text);
    if (found !== undefined) free.delete(found);
    return found;
  });
  return value.map((item, index) => {
    const edited = value.length === old.length && free.has(index) ? index : undefined;
    const from = same[index] ?? edited;
    const pair = { value: item, stored: from === undefined ? undefined : old[from], pointer: `${pointer}/${index}` };
    return merge(merging, merging.places.child(place, index), pair) ?? null;
  });
}

function shownAs({ places }: Merging, place: Place, item: unknown): string {
  return writeJson(mask({ places, secretsSet: [] }, place, { value: item, pointer: "" }) ?? null);
}

/** A secret as it was entered; masks in it stand for what is stored, and for nothing when nothing is. */
function unmask(value: unknown, stored: unknown): unknown {
  if (isMasked(value)) return stored;
  if (Array.isArray(value)) {
    const old = Array.isArray(stored) ? stored : [];
    return value.map((item, index) => unmask(item, old[index])).filter((item) => item !== undefined);
  }
  if (!isRecord(value)) return value;
  const old = isRecord(stored) ? stored : {};
  const entries = Object.entries(value).map(([name, item]) => [name, unmask(item, own(old, name))] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}

function isMasked(value: unknown): boolean {
  return value === undefined || (typeof value === "string" && /^(?:\*{10}|•+)$/.test(value));
}

function own(record: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
