import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson, type JsonNode, parseJson } from "./json-node.ts";

function read(node: JsonNode): unknown {
  if (node.kind === "object") return Object.fromEntries(node.entries.map(({ key, value }) => [key, read(value)]));
  if (node.kind === "array") return node.items.map(read);
  return node.kind === "string" ? node.value : JSON.parse(node.text);
}

describe("parseJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(3), (text, space) => {
        const spaced = JSON.stringify(JSON.parse(text), null, space);
        const node = parseJson(spaced);
        expect(node && read(node)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("refuses what JSON.parse refuses", () => {
    const nearly = fc.string({
      unit: fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "a", "1", "-", ".", "\\", " ", "null"),
    });
    fc.assert(
      fc.property(nearly, (text) => {
        expect(parseJson(text) !== null).toBe(isJson(text));
      }),
    );
  });

  it("keeps every digit, the order of members, doubles and odd names", () => {
    expect(parseJson('{"2":12345678901234567890,"1":1.10,"1":-0,"__proto__":{"x":1e400}}')).toEqual({
      kind: "object",
      entries: [
        { key: "2", value: { kind: "number", text: "12345678901234567890" } },
        { key: "1", value: { kind: "number", text: "1.10" } },
        { key: "1", value: { kind: "number", text: "-0" } },
        {
          key: "__proto__",
          value: { kind: "object", entries: [{ key: "x", value: { kind: "number", text: "1e400" } }] },
        },
      ],
    });
  });

  it("reads the NaN and Infinity that Python writes", () => {
    expect(parseJson("[NaN, -Infinity]")).toEqual({
      kind: "array",
      items: [
        { kind: "literal", text: "NaN" },
        { kind: "literal", text: "-Infinity" },
      ],
    });
  });

  it("takes neither a depth without end nor a string of megabytes amiss", () => {
    expect(parseJson("[".repeat(200_000))).toBeNull();
    expect(parseJson("[".repeat(200_000) + "]".repeat(200_000))).toBeNull();
    expect(parseJson(`"${"\\n".repeat(1_000_000)}"`)).toMatchObject({ value: "\n".repeat(1_000_000) });
  });
});

describe("compactJson", () => {
  it("writes what was read, on one line", () => {
    const node = parseJson('{ "a": [1.10, null, {}], "b": [] }');
    expect(node && compactJson(node, 100)).toBe('{"a": [1.10, null, {}], "b": []}');
  });

  it("stops where it is long enough", () => {
    const node = parseJson(`[${Array(1_000).fill(1).join()}]`);
    expect(node && compactJson(node, 5)).toBe("[1, 1…");
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
