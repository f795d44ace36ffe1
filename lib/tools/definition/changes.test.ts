import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { anySchema, toolWithArguments } from "./arbitrary-tool.test-support.ts";
import { changesOf } from "./changes.ts";
import { defineFunction } from "./define.ts";

/** Each schema is compiled once more to be tried. */
const PATIENCE_MS = 60_000;

type Parameters = Record<string, unknown>;
type Part = { name?: string; description?: string; parameters: Parameters };

function told({ name = "find", description = "Finds.", parameters }: Part) {
  return { definition: defineFunction({ name, description, parameters }).definition, parameters };
}

function lines(before: Part, after: Part): string[] {
  return changesOf(told(before), told(after)).map(({ code, path, oldCalls, params }) => {
    const values = Object.entries(params).map(([key, value]) => `${key}=${value}`);
    return [code, path, ...values, oldCalls === "accepted" ? "" : "!"].filter((text) => text !== "").join(" ");
  });
}

const object = (properties: Parameters, required: string[] = [], more: Parameters = {}) => ({
  type: "object",
  properties,
  required,
  ...more,
});
const change = (before: Parameters, after: Parameters) => lines({ parameters: before }, { parameters: after });
const one = (before: unknown, after: unknown) => change(object({ x: before }, ["x"]), object({ x: after }, ["x"]));
const text = { type: "string" };
const whole = { type: "integer" };

describe("of the tool", () => {
  const parameters = object({ a: text }, ["a"]);

  it("finds its name and its description", () => {
    expect(lines({ parameters }, { name: "search", description: "Searches.", parameters })).toEqual([
      "renamed from=find to=search !",
      "described",
    ]);
  });

  it("finds that it became strict or not; nulls of strict calls are refused where nobody takes them out", () => {
    const open = object({ a: text, more: { type: "object" } }, ["a", "more"]);
    expect(change(parameters, open)).toEqual(["became_loose", "added_required more !"]);
    expect(change(open, parameters)).toEqual(["became_strict", "removed more"]);
    const optional = object({ a: text });
    expect(change(optional, { ...optional, additionalProperties: true })).toEqual(["became_loose !", "opened"]);
  });

  it("finds nothing in what is the same, whatever the language says it with", () => {
    expect(change(parameters, { ...parameters, title: "Args" })).toEqual([]);
    const named = { ...object({ a: { $ref: "#/$defs/A" } }, ["a"]), $defs: { A: text } };
    expect(change(parameters, named)).toEqual([]);
    expect(one({ anyOf: [text, { type: "null" }] }, { type: ["string", "null"] })).toEqual([]);
  });
});

describe("of its parameters", () => {
  it("finds those added and removed", () => {
    expect(change(object({ a: text }), object({ b: text, c: text }, ["c"]))).toEqual([
      "removed a",
      "added b",
      "added_required c !",
    ]);
    expect(change(object({ a: text }), object({}, [], { additionalProperties: false }))).toEqual(["removed a !"]);
  });

  it("finds what became required and optional", () => {
    const [optional, required] = [object({ a: text }), object({ a: text }, ["a"])];
    expect(change(optional, required)).toEqual(["made_required a !"]);
    expect(change(required, optional)).toEqual(["made_optional a"]);
  });

  it("finds descriptions and defaults", () => {
    const before = object({ a: { ...text, description: "one", default: "x" } });
    const after = object({ a: { ...text, description: "two" } });
    expect(change(before, after)).toEqual(["described a", 'default a from="x" to=']);
  });

  test.each([
    [text, whole, "type x from=string to=integer !"],
    [whole, { type: "number" }, "type x from=integer to=number"],
    [text, { anyOf: [text, { type: "null" }] }, "type x from=string to=string | null"],
    [{ type: ["string", "null"] }, text, "type x from=string | null to=string !"],
    [text, { ...text, format: "date" }, "type x from=string to=string (date) !"],
    [text, { enum: ["a", "b"] }, 'type x from=string to="a" | "b" !'],
    [{ enum: ["a", "b"] }, text, 'type x from="a" | "b" to=string'],
    [object({ a: text }), { anyOf: [object({ a: text }), { type: "null" }] }, "type x from=object to=object | null"],
    [{ enum: ["a", "b"] }, { enum: ["a", "c"] }, 'choices x added="c" removed="b" !'],
    [{ enum: ["a"] }, { enum: ["a", "b"] }, 'choices x added="b" removed='],
    [whole, { ...whole, minimum: 1 }, "limits x from= to=minimum 1 !"],
    [{ ...text, maxLength: 5 }, { ...text, maxLength: 9 }, "limits x from=maxLength 5 to=maxLength 9"],
    [text, { ...text, pattern: "^a" }, 'limits x from= to=pattern "^a" !'],
    [{ ...text, pattern: "^a" }, text, 'limits x from=pattern "^a" to='],
    [{ type: "array", items: text }, { type: "array", items: whole }, "type x[] from=string to=integer !"],
    [{ anyOf: [text, whole] }, { anyOf: [{ ...text, maxLength: 3 }, whole] }, "rewritten x !"],
  ])("finds the change from %j to %j", (before, after, line) => {
    expect(one(before, after)).toEqual([line]);
  });

  it("goes into objects, lists and the options of a union, and round in circles only once", () => {
    const before = { type: "array", items: object({ name: text }) };
    const after = { type: "array", items: object({ name: text, unit: text }, ["unit"]) };
    expect(one(before, after)).toEqual(["added_required x[].unit !"]);
    const step = (kind: string, rest: Parameters) => object({ kind: { const: kind }, ...rest }, ["kind"]);
    const union = { oneOf: [step("wait", { ms: whole }), step("go", {})] };
    const next = { oneOf: [step("stop", {}), step("wait", { ms: text })] };
    expect(one(union, next)).toEqual([
      "type x(wait).ms from=integer to=string !",
      "option_removed x option=go !",
      "option_added x option=stop",
    ]);
    const tree = (leaf: unknown) => ({
      ...object({ root: { $ref: "#/$defs/Node" } }, ["root"]),
      $defs: { Node: object({ leaf, kids: { type: "array", items: { $ref: "#/$defs/Node" } } }, ["kids"]) },
    });
    expect(change(tree(text), tree(whole))).toEqual(["type root.leaf from=string to=integer !"]);
  });

  it("goes round only once also where a union has something beside it, and stays calm with what is nested without end", () => {
    const node = (leaf: unknown) => ({
      type: "object",
      required: ["kind"],
      oneOf: [
        object({ kind: { const: "leaf" }, leaf }),
        object({ kind: { const: "pair" }, left: { $ref: "#/$defs/Node" } }),
      ],
    });
    const tree = (leaf: unknown) => ({ ...object({ root: { $ref: "#/$defs/Node" } }), $defs: { Node: node(leaf) } });
    expect(change(tree(text), tree(whole))[0]).toBe("type root(leaf).leaf from=string to=integer !");
    expect(change(tree(text), tree(text))).toEqual([]);
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [`n${n}`, { $ref: `#/$defs/n${n + 1}` }]),
    );
    const endless = { ...object({ a: { $ref: "#/$defs/n0" } }), $defs: { ...chain, n20000: text } };
    expect(change(endless, tree(text))).not.toEqual([]);
  });

  it("says that the rules of the whole changed", () => {
    const both = object({ a: text, b: text });
    expect(change(both, { ...both, anyOf: [{ required: ["a"] }, { required: ["b"] }] })).toEqual(["rewritten !"]);
  });
});

describe("of any two schemas", () => {
  test("one is the same as itself, and where nothing is found the same is sent", () => {
    fc.assert(
      fc.property(anySchema, anySchema, (one, other) => {
        const [before, after] = [one, other].map((parameters) => told({ parameters: parameters as Parameters }));
        if (!before || !after) return;
        expect(changesOf(before, before)).toEqual([]);
        if (JSON.stringify(before.definition) !== JSON.stringify(after.definition)) {
          expect(changesOf(before, after)).not.toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test(
    "where old calls are said to be accepted, they are",
    () => {
      let accepted = 0;
      const mutated = toolWithArguments.chain((tool) =>
        fc
          .oneof(
            toolWithArguments.map(({ parameters }) => parameters),
            mutation(tool.parameters),
          )
          .map((after) => ({
            ...tool,
            after: after as Parameters,
          })),
      );
      fc.assert(
        fc.property(mutated, ({ parameters, received, sent, after }) => {
          const before = told({ parameters });
          if (changesOf(before, told({ parameters: after })).some(({ oldCalls }) => oldCalls !== "accepted")) return;
          accepted += 1;
          const { decode } = defineFunction({ name: "find", description: "", parameters: after });
          expect(decode(JSON.stringify(received))).toMatchObject({ ok: true });
          if (before.definition.strict) expect(decode(JSON.stringify(sent))).toMatchObject({ ok: true });
        }),
        { numRuns: 200 },
      );
      expect(accepted).toBeGreaterThan(25);
    },
    PATIENCE_MS,
  );
});

/** The same schema with one thing in it, anywhere, taken out or put otherwise. */
function mutation(schema: Parameters): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat(40), fc.constantFrom(...EDITS)).map(([at, edit]) => {
    let left = at;
    return visit(schema);

    function visit(here: unknown): unknown {
      if (Array.isArray(here)) return here.map(visit);
      if (typeof here !== "object" || here === null) return here;
      const whole = Object.entries(here).map(([key, value]) => [key, visit(value)]);
      return left-- === 0 ? edit(Object.fromEntries(whole)) : Object.fromEntries(whole);
    }
  });
}

const EDITS: ((schema: Parameters) => Parameters)[] = [
  ({ required: _, ...rest }) => rest,
  ({ type: _, ...rest }) => rest,
  (schema) => ({ anyOf: [schema, { type: "null" }] }),
  (schema) => ({ anyOf: [{ type: "null" }, { type: "string" }, schema] }),
  ({ enum: _, const: __, pattern: ___, format: ____, minimum: _____, ...rest }) => rest,
  (schema) => ({ ...schema, ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, "more"] } : {}) }),
  (schema) => ({ ...schema, ...(schema.type === "integer" ? { type: "number" } : {}) }),
  (schema) => ({ ...schema, description: "otherwise" }),
  (schema) => ({ ...schema, ...(schema.properties ? { additionalProperties: false } : {}) }),
];
