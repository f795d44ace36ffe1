import { isObject } from "#lib/secrets/schema.ts";

const MOST_VISITED = 100_000;

/** What a reference leads to inside `source`, by JSON pointer, anchor or id; undefined when it leads out of it or nowhere. */
export function findTarget(source: unknown, ref: string): unknown {
  const [document = "", fragment = ""] = ref.split("#", 2);
  const base = document === "" || document === idOf(source) ? source : namesIn(source).ids.get(document);
  const found =
    fragment === "" || fragment.startsWith("/") ? follow(base, decoded(fragment)) : namesIn(base).anchors.get(fragment);
  return isObject(found) || typeof found === "boolean" ? found : undefined;
}

function follow(from: unknown, pointer: string): unknown {
  let place = from;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    place = isKeyed(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  return place;
}

type Names = { ids: Map<unknown, unknown>; anchors: Map<unknown, unknown> };

const known = new WeakMap<object, Names>();

/** Every id and anchor inside of a schema, looked for once: each of thousands of references may ask for another. */
function namesIn(source: unknown): Names {
  const before = isKeyed(source) ? known.get(source) : undefined;
  if (before) return before;
  const names: Names = { ids: new Map(), anchors: new Map() };
  if (isKeyed(source)) known.set(source, names);
  const waiting = [source];
  for (let visited = 0; waiting.length > 0 && visited < MOST_VISITED; visited++) {
    const next = waiting.pop();
    if (!isKeyed(next)) continue;
    if (isObject(next)) {
      keep(names.ids, idOf(next), next);
      for (const anchor of [next.$anchor, next.$dynamicAnchor]) keep(names.anchors, anchor, next);
    }
    for (const member of Object.values(next)) waiting.push(member);
  }
  return names;
}

/** The first of a name is the one that is meant. */
function keep(found: Map<unknown, unknown>, name: unknown, schema: unknown): void {
  if (typeof name === "string" && !found.has(name)) found.set(name, schema);
}

function idOf(schema: unknown): unknown {
  return isObject(schema) ? (schema.$id ?? schema.id) : undefined;
}

function isKeyed(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A stray % is meant as it stands.
    return fragment;
  }
}
