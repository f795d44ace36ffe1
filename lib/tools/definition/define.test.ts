import { describe, expect, test } from "vitest";
import { defineFunction } from "./define.ts";
import { hasCases, judgeStrictly } from "./strict-rules.test-support.ts";

type Schema = Record<string, unknown>;

function define(parameters: unknown, { name = "tool", description = "" } = {}) {
  return defineFunction({ name, description, parameters: parameters as Schema });
}

function objectWith(properties: Schema, more: Schema = {}): Schema {
  return { type: "object", properties, ...more };
}

function sentProperties(parameters: unknown): unknown {
  const { definition } = define(parameters);
  if (hasCases) expect(judgeStrictly([definition.parameters])[0]?.refused).toEqual([]);
  expect(definition.strict).toBe(true);
  return definition.parameters.properties;
}

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };

describe("what strict mode says in its own way", () => {
  test.each<[string, Schema, unknown]>([
    [
      "an optional choice",
      { a: { enum: ["x", 1] } },
      { a: { type: ["string", "integer", "null"], enum: ["x", 1, null] } },
    ],
    ["a constant", { a: { const: "x" } }, { a: { type: ["string", "null"], enum: ["x", null] } }],
    ["a text or null of Pydantic", { a: { anyOf: [text, { type: "null" }] } }, { a: textOrNull }],
    ["null by OpenAPI", { a: { type: "string", nullable: true } }, { a: textOrNull }],
    [
      "a default",
      { a: { ...text, description: "A.", default: "x" } },
      { a: { ...textOrNull, description: 'A.\nDefault: "x".' } },
    ],
    ["a format of elsewhere", { a: { type: "string", format: "uri" } }, { a: textOrNull }],
    ["a look-around", { a: { type: "string", pattern: "^(?!b)" } }, { a: textOrNull }],
    [
      "bounds that zod adds",
      { a: { type: "integer", maximum: Number.MAX_SAFE_INTEGER } },
      { a: { type: ["integer", "null"] } },
    ],
    ["one alternative", { a: { oneOf: [text] } }, { a: textOrNull }],
    ["a parameter that takes nothing", { a: false, b: text }, null],
  ])("%s", (_, properties, sent) => {
    if (sent === null) expect(define(objectWith(properties)).definition.strict).toBe(false);
    else expect(sentProperties(objectWith(properties))).toEqual(sent);
  });

  test("references stand alone or are taken in, and recursion stays", () => {
    const $defs = {
      Node: objectWith({ next: { $ref: "#/$defs/Node", description: "More." } }),
      Point: objectWith({ x: { type: "number" } }, { required: ["x"] }),
    };
    const properties = { node: { $ref: "#/$defs/Node" }, at: { $ref: "#/$defs/Point", description: "Where." } };
    const { definition } = define(objectWith(properties, { $defs, required: ["node", "at"] }));
    const next = { description: "More.", anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] };
    expect(definition.parameters).toMatchObject({
      properties: {
        node: { $ref: "#/$defs/Node" },
        at: { type: "object", description: "Where.", properties: { x: { type: "number" } } },
      },
      $defs: { Node: { type: "object", properties: { next }, required: ["next"], additionalProperties: false } },
    });
  });

  test("allOf is one object", () => {
    const allOf = [objectWith({ a: text }, { required: ["a"] }), { $ref: "#/$defs/B" }];
    const $defs = { B: objectWith({ b: { type: "integer", minimum: 1 } }) };
    expect(sentProperties({ allOf, $defs })).toEqual({ a: text, b: { type: ["integer", "null"], minimum: 1 } });
  });

  test("what stands beside a union is in each alternative", () => {
    const oneOf = [
      { properties: { k: { const: "a" } }, required: ["k"] },
      { properties: { k: { const: "b" } }, required: ["k"] },
    ];
    const sent = sentProperties(objectWith({ x: { ...objectWith({ id: text }), oneOf } }, { required: ["x"] }));
    const alternative = (k: string) => ({ properties: { id: textOrNull, k: { type: "string", const: k } } });
    expect(sent).toMatchObject({ x: { anyOf: [alternative("a"), alternative("b")] } });
  });

  test("tuples of every draft are lists, and their positions are checked here", () => {
    for (const pair of [
      { items: [text, { type: "number" }] },
      { prefixItems: [text, { type: "number" }], minItems: 2 },
    ]) {
      const { decode } = define(objectWith({ pair: { type: "array", ...pair } }, { required: ["pair"] }));
      expect(sentProperties(objectWith({ pair: { type: "array", ...pair } }, { required: ["pair"] }))).toMatchObject({
        pair: { type: "array", items: { type: ["string", "number"] }, maxItems: 2 },
      });
      expect(decode('{"pair":["a",1]}').ok).toBe(true);
      expect(decode('{"pair":[1,"a"]}').ok).toBe(false);
    }
  });
});

describe("what strict mode cannot say is checked here", () => {
  test.each<[string, Schema, string, string]>([
    [
      "anyOf of what is required",
      objectWith({ a: text, b: text }, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
      '{"a":"x","b":null}',
      '{"a":null,"b":null}',
    ],
    [
      "dependencies of draft 7",
      objectWith({ a: text, b: text }, { dependencies: { a: ["b"] } }),
      '{"a":null,"b":"x"}',
      '{"a":"x","b":null}',
    ],
    [
      "if and then",
      objectWith({ a: text, b: text }, JSON.parse('{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }')),
      '{"a":null,"b":null}',
      '{"a":"x","b":null}',
    ],
    ["not", objectWith({ a: { type: "string", not: { const: "x" } } }), '{"a":"y"}', '{"a":"x"}'],
    [
      "uniqueItems",
      objectWith({ a: { type: "array", items: text, uniqueItems: true } }),
      '{"a":["x"]}',
      '{"a":["x","x"]}',
    ],
    [
      "an exclusive bound of draft 4",
      objectWith({ a: { type: "integer", minimum: 3, exclusiveMinimum: true } }),
      '{"a":4}',
      '{"a":3}',
    ],
    [
      "oneOf that excludes",
      objectWith({
        a: {
          oneOf: [
            { type: "integer", maximum: 5 },
            { type: "integer", minimum: 3 },
          ],
        },
      }),
      '{"a":1}',
      '{"a":4}',
    ],
  ])("%s", (_, schema, taken, refused) => {
    const { definition, decode } = define(schema);
    expect(definition.strict).toBe(true);
    expect([decode(taken).ok, decode(refused).ok]).toEqual([true, false]);
  });
});

describe("a root that is no plain object", () => {
  test("is wrapped in a parameter, whose name it does not have itself", () => {
    const schema = {
      oneOf: [
        objectWith({ input: text }, { required: ["input"] }),
        objectWith({ n: { type: "integer" } }, { additionalProperties: false }),
      ],
    };
    const { definition, decode, notes } = define(schema);
    expect(Object.keys(definition.parameters.properties ?? {})).toEqual(["arguments"]);
    expect(notes.map(({ code }) => code)).toEqual(["wrapped"]);
    expect(decode('{"arguments":{"n":null}}')).toEqual({ ok: true, text: "{}" });
    expect(decode('{"input":"x"}')).toEqual({ ok: true, text: '{"input":"x"}' });
    expect(decode('{"arguments":{"n":"x"}}')).toMatchObject({ ok: false });
  });

  test.each([[undefined], [null], [objectWith({})], [{ type: "object" }]])("%j takes no arguments", (schema) => {
    expect(define(schema).definition).toMatchObject({
      strict: true,
      parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
    });
    expect(define(schema).decode("")).toEqual({ ok: true, text: "{}" });
  });
});

describe("not strict, and why", () => {
  const deep = (levels: number): Schema =>
    objectWith(levels === 0 ? { a: text } : { a: deep(levels - 1) }, { required: ["a"] });
  const many = (count: number) => Array.from({ length: count }, (_, index) => `value ${index}`);

  test.each<[string, unknown]>([
    ["`a` takes keys of any name, which strict mode cannot say.", objectWith({ a: { type: "object" } })],
    ["`a` takes keys of any name, which strict mode cannot say.", objectWith({ a: { additionalProperties: text } })],
    [
      "`a` takes more keys than it declares, which strict mode cannot say.",
      objectWith({ a: objectWith({ b: text }, { additionalProperties: true }) }),
    ],
    ["`a` takes any value, which strict mode cannot say (and so at 1 more place).", objectWith({ a: {}, b: true })],
    ["`a` takes no value at all, which strict mode cannot say.", objectWith({ a: { anyOf: [false, false] } })],
    ["`a[]` takes any value, which strict mode cannot say.", objectWith({ a: { type: "array", items: {} } })],
    ["`a` chooses among objects or lists, which strict mode cannot say.", objectWith({ a: { enum: [[1]] } })],
    ["The tool's schema takes keys of any name, which strict mode cannot say.", true],
    ['`a` refers to "#/$defs/B", which is not in the schema.', objectWith({ a: { $ref: "#/$defs/B" } })],
    ['`a` has type: "int", which is not JSON Schema.', objectWith({ a: { type: "int" } })],
    [
      "The tool's schema has references that only lead to each other (A).",
      { ...objectWith({ a: { $ref: "#/$defs/A" } }), $defs: { A: { $ref: "#/$defs/A" } } },
    ],
    [
      "It has 5001 parameters, and strict mode takes at most 5000.",
      objectWith(Object.fromEntries(many(5001).map((name) => [name, text]))),
    ],
    ["It has 9 levels of nesting, and strict mode takes at most 8.", deep(9)],
    ["It has 1002 choices, and strict mode takes at most 1000.", objectWith({ a: { enum: many(1001) } })],
    [
      "It has 16394 characters in one list of over 250 choices, and strict mode takes at most 15000.",
      objectWith(
        {
          a: {
            enum: many(300)
              .map((value) => value.padEnd(54, ".").concat("."))
              .slice(0, 298),
          },
        },
        { required: ["a"] },
      ),
    ],
    [
      "It has 120001 characters of names and choices, and strict mode takes at most 120000.",
      objectWith({ ["a".repeat(120_001)]: text }),
    ],
  ])("%s", (reason, schema) => {
    const { definition, ...told } = define(schema);
    expect([definition.strict, told.reason?.message]).toEqual([false, reason.replace("16394", String(298 * 55))]);
  });

  test("the schema is sent as it is, and its nulls are the model's own", () => {
    const schema = objectWith({ a: text, env: { type: "object", additionalProperties: text } });
    const { definition, decode } = define(schema);
    expect(definition.parameters).toEqual(schema);
    expect(decode('{"env":{"A":"1"}}')).toEqual({ ok: true, text: '{"env":{"A":"1"}}' });
    expect(decode('{"a":null}')).toEqual({ ok: false, message: "Invalid arguments: `a` must be a text, not null." });
  });

  test("a schema of endless depth or references is no reason to throw", () => {
    const chain = Object.fromEntries(many(20_000).map((name, index) => [name, { $ref: `#/$defs/value ${index + 1}` }]));
    const { reason, decode } = define({
      ...objectWith({ a: { $ref: "#/$defs/value 0" } }),
      $defs: { ...chain, "value 20000": text },
    });
    expect(reason?.message).toBe("The tool's schema is nested too deeply to be read.");
    expect(decode('{"a":"x"}').ok).toBe(true);
  });
});

describe("name and description", () => {
  test("a name that is refused stands in the description", () => {
    const { definition, notes } = define({}, { name: "고객 문의", description: "Finds it." });
    expect(definition.name).toMatch(/^gogaek_munui_[0-9a-f]{6}$/);
    expect(definition.description).toBe("고객 문의: Finds it.");
    expect(notes[0]?.code).toBe("name_changed");
  });

  test("a long description is cut after a sentence, and that is noted", () => {
    const { definition, notes } = define(objectWith({}), { description: `${"A sentence of it. ".repeat(100)}` });
    expect(definition.description).toMatch(/^(A sentence of it\. )+A sentence of it\.…$/);
    expect(definition.description.length).toBeLessThanOrEqual(1024);
    expect(notes.map(({ code }) => code)).toEqual(["description_cut"]);
    const emoji = define(objectWith({}), { description: "🚀".repeat(600) }).definition.description;
    expect([emoji.length <= 1024, emoji.isWellFormed()]).toEqual([true, true]);
  });
});

test("the same of one place is said once", () => {
  const option = objectWith({ a: { type: "string", minLength: "x" } });
  const { notes } = define(objectWith({ v: { anyOf: [option, { ...option, required: ["a"] }] } }));
  expect(notes.map(({ message }) => message)).toEqual([
    '`v.a` has minLength: "x", which is not JSON Schema. That part is left out of what is sent.',
  ]);
});
