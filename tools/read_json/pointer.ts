import { named, Problem } from "../confined/problem.ts";
import { isKeptNumber } from "./parse.ts";

/** The part of a JSON value that a JSON Pointer names; "*" stands for every item, and null for those that lack the rest. */
export function select(value: unknown, pointer: string): unknown {
  if (pointer === "") return value;
  const written = pointer.startsWith("/") ? pointer.slice(1) : pointer;
  const keys = written.split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return follow(value, keys, "");
}

function follow(value: unknown, keys: readonly string[], at: string): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (typeof value !== "object" || value === null || isKeptNumber(value)) {
    throw new Problem(`${placed(at)} there is a single value, which has no parts; shorten the pointer.`);
  }
  const child = childOf(value, key);
  if (child) return follow(child.value, rest, `${at}/${key}`);
  if (key === "*") return followAll(Object.values(value), rest, `${at}/*`);
  if (Array.isArray(value)) {
    throw new Problem(
      `${placed(at)} there is a list of ${value.length} items and no "${key}"; give an index from 0, or "*" for every item.`,
    );
  }
  throw new Problem(`${placed(at)} there is no key "${key}"; the keys are ${named(Object.keys(value), 50)}.`);
}

function followAll(items: readonly unknown[], keys: readonly string[], at: string): unknown[] {
  const problems: Problem[] = [];
  const values = items.map((item) => {
    try {
      return follow(item, keys, at);
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      problems.push(thrown);
      return null;
    }
  });
  // Some items may lack a key; when all do, the pointer is wrong.
  if (problems[0] && problems.length === items.length) throw problems[0];
  return values;
}

function childOf(parent: object, key: string): { value: unknown } | null {
  if (Array.isArray(parent)) {
    const index = /^(0|[1-9]\d*)$/.test(key) ? Number(key) : parent.length;
    return index < parent.length ? { value: parent[index] } : null;
  }
  const spelling = [key, key.normalize("NFC"), key.normalize("NFD")].find((name) => Object.hasOwn(parent, name));
  return spelling === undefined ? null : { value: (parent as Record<string, unknown>)[spelling] };
}

function placed(at: string): string {
  return at === "" ? "At the top" : `At "${at}"`;
}
