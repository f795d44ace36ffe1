import { createHash } from "node:crypto";
import { romanise } from "./romanise.ts";

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST = 64;
const HASH_LENGTH = 6;

/**
 * A function name for each name of a tool or an agent. A legal one stays; another is romanised and cut in its middle, and ends in a
 * hash of the original, so that it is the same whatever the others are, and no two are equal.
 */
export function functionNames(names: readonly string[]): Map<string, string> {
  const taken = new Set(names.filter((name) => LEGAL.test(name)));
  const found = new Map<string, string>();
  for (const name of names) {
    if (found.has(name)) continue;
    let legal = LEGAL.test(name) ? name : legalName(name, name);
    for (let again = 1; legal !== name && taken.has(legal); again++) legal = legalName(name, `${name}\n${again}`);
    taken.add(legal);
    found.set(name, legal);
  }
  return found;
}

function legalName(name: string, hashed: string): string {
  const hash = createHash("sha256").update(hashed).digest("hex").slice(0, HASH_LENGTH);
  const words = romanise(name)
    .replace(/[^a-zA-Z0-9-]+/g, "_")
    .replace(/^[_-]+|[_-]+$/g, "");
  return `${cutMiddle(words === "" ? "tool" : words, LONGEST - HASH_LENGTH - 1)}_${hash}`;
}

/** Names that share a beginning mostly differ at the end. */
function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const half = Math.floor((length - 1) / 2);
  return `${text.slice(0, length - 1 - half)}_${text.slice(-half)}`;
}
