import { expect, it } from "vitest";
import { countParts, MOST_PARTS } from "./schema.ts";

const chain = (length: number, link: (next: object) => object) =>
  Object.fromEntries(
    Array.from({ length }, (_, at) => [`d${at}`, at === length - 1 ? {} : link({ $ref: `#/$defs/d${at + 1}` })]),
  );

it("counts what is written, and each reference with what it leads to", () => {
  expect(countParts({})).toBe(1);
  expect(countParts({ properties: { a: { type: "string" }, b: {} } })).toBe(4);
  const twice = { properties: { a: { $ref: "#/$defs/d" }, b: { $ref: "#/$defs/d" } }, $defs: { d: { items: {} } } };
  expect(countParts(twice)).toBe(8);
});

it("follows a reference that leads back no further", () => {
  expect(countParts({ properties: { next: { $ref: "#" } } })).toBeLessThan(10);
});

it.each([
  ["references that double", { $ref: "#/$defs/d0", $defs: chain(60, (next) => ({ allOf: [next, next] })) }],
  [
    "what stands beside unions",
    Array.from({ length: 60 }).reduce<object>(
      (p) => ({ anyOf: [{ title: "a" }, { title: "b" }], properties: { p } }),
      {},
    ),
  ],
  ["a long way of references", { $ref: "#/$defs/d0", $defs: chain(5000, (next) => ({ items: next })) }],
])("stops at %s", (_, schema) => {
  expect(countParts(schema)).toBe(MOST_PARTS + 1);
});

it("takes nonsense", () => {
  for (const value of [null, 1, "x", true, [], { $ref: 5 }, { $ref: "#/nowhere" }, { anyOf: 3 }]) {
    expect(countParts(value)).toBeLessThan(3);
  }
});
