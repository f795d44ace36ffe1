import { isObject } from "#lib/secrets/schema.ts";

const MOST_VISITED = 100_000;

/** What a reference leads to inside `source`, by JSON pointer, anchor or id; undefined when it leads out of it or nowhere. */
export function findTarget(source: unknown, ref: string): unknown {
  const [document = "", fragment = ""] = ref.split("#", 2);
  const base =
    document === "" || document === idOf(source) ? source : findBy(source, (schema) => idOf(schema) === document);
  const found =
    fragment === "" || fragment.startsWith("/") ? follow(base, decoded(fragment)) : findAnchor(base, fragment);
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

function findAnchor(source: unknown, anchor: string): unknown {
  return findBy(source, ({ $anchor, $dynamicAnchor }) => $anchor === anchor || $dynamicAnchor === anchor);
}

function findBy(source: unknown, matches: (schema: Record<string, unknown>) => boolean): unknown {
  const waiting = [source];
  for (let visited = 0; waiting.length > 0 && visited < MOST_VISITED; visited++) {
    const next = waiting.pop();
    if (isObject(next) && matches(next)) return next;
    if (isKeyed(next)) waiting.push(...Object.values(next));
  }
  return undefined;
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
