/**
 * JSON as it was written: members in their order, also twice the same or called `__proto__`, and every digit of a number.
 * `NaN` and the infinities, which Python writes, are literals.
 */
export type JsonNode =
  | { kind: "object"; entries: JsonEntry[] }
  | { kind: "array"; items: JsonNode[] }
  | { kind: "string"; value: string }
  | { kind: "number" | "literal"; text: string };

export type JsonEntry = { key: string; value: JsonNode };

/** The value of a JSON text; null where it is none, or nested too deep to be drawn. */
export function parseJson(text: string): JsonNode | null {
  try {
    return new Reader(text).readWhole();
  } catch (error) {
    // No JSON is an answer here, not a fault.
    if (error instanceof NotJson) return null;
    throw error;
  }
}

/** The node as JSON on one line, cut off after about `most` characters. */
export function compactJson(node: JsonNode, most: number): string {
  const parts = writeNode(node);
  let text = "";
  for (let part = parts.next(); !part.done; part = parts.next()) {
    text += part.value;
    if (text.length > most) return `${text.slice(0, most)}…`;
  }
  return text;
}

const DEEPEST = 500;
const TOKEN =
  /[\t\n\r ]*(?:([{}[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null|NaN|-?Infinity))/y;

class NotJson extends Error {}

class Reader {
  readonly #text: string;
  readonly #token = new RegExp(TOKEN);

  constructor(text: string) {
    this.#text = text;
  }

  readWhole(): JsonNode {
    const node = this.#readValue(0);
    if (this.#text.slice(this.#token.lastIndex).trim() !== "") throw new NotJson();
    return node;
  }

  #readValue(depth: number): JsonNode {
    if (depth > DEEPEST) throw new NotJson();
    const [, sign, string, number, literal] = this.#next();
    if (string !== undefined) return { kind: "string", value: decode(string) };
    if (number !== undefined) return { kind: "number", text: number };
    if (literal !== undefined) return { kind: "literal", text: literal };
    if (sign === "[") return { kind: "array", items: this.#readList("]", () => this.#readValue(depth + 1)) };
    if (sign === "{") return { kind: "object", entries: this.#readList("}", () => this.#readEntry(depth + 1)) };
    throw new NotJson();
  }

  #readEntry(depth: number): JsonEntry {
    const key = this.#next()[2];
    if (key === undefined || this.#next()[1] !== ":") throw new NotJson();
    return { key: decode(key), value: this.#readValue(depth) };
  }

  #readList<T>(end: string, readItem: () => T): T[] {
    const items: T[] = [];
    const start = this.#token.lastIndex;
    if (this.#next()[1] === end) return items;
    this.#token.lastIndex = start;
    for (;;) {
      items.push(readItem());
      const [, sign] = this.#next();
      if (sign === end) return items;
      if (sign !== ",") throw new NotJson();
    }
  }

  #next(): RegExpExecArray {
    const match = this.#token.exec(this.#text);
    if (!match) throw new NotJson();
    return match;
  }
}

function decode(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new NotJson();
  }
}

function* writeNode(node: JsonNode): Generator<string> {
  if (node.kind === "string") yield JSON.stringify(node.value);
  else if (node.kind === "array") {
    for (const [index, item] of node.items.entries()) {
      yield index === 0 ? "[" : ", ";
      yield* writeNode(item);
    }
    yield node.items.length === 0 ? "[]" : "]";
  } else if (node.kind === "object") {
    for (const [index, { key, value }] of node.entries.entries()) {
      yield `${index === 0 ? "{" : ", "}${JSON.stringify(key)}: `;
      yield* writeNode(value);
    }
    yield node.entries.length === 0 ? "{}" : "}";
  } else yield node.text;
}
