import fc from "fast-check";

type Schema = Record<string, unknown>;

/** A value as a strict model sends it, and as the tool gets it. */
type Form = { sent: unknown; received: unknown };

/** A schema with values that it takes. */
type Part = { schema: Schema; takesNull: boolean; forms: fc.Arbitrary<Form> };

const same = (value: unknown): Form => ({ sent: value, received: value });
const NOTHING = same(null);

const name = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "", "a/b~c", "이름", "🚀", "with space", "a.b"),
  fc.string({ minLength: 1, maxLength: 6 }).filter((text) => !/^\d+$/.test(text)),
);
const about = fc.option(
  fc.string({ maxLength: 20 }).map((description) => ({ description })),
  { nil: {} },
);

const scalar: fc.Arbitrary<Part> = fc.oneof(
  fc.constant(part({ type: "string" }, fc.string())),
  fc.constant(part({ type: "integer", minimum: -5 }, fc.integer({ min: -5 }))),
  fc.constant(
    part(
      { type: "number" },
      fc.double({ noDefaultInfinity: true, noNaN: true }).filter((n) => !Object.is(n, -0)),
    ),
  ),
  fc.constant(part({ type: "boolean" }, fc.boolean())),
  fc.constant(part({ type: "string", pattern: "^(?=a)\\w+$", format: "word" }, fc.constant("abc"))),
  fc
    .uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minLength: 1, maxLength: 4 })
    .map((choices) => part({ enum: choices }, fc.constantFrom(...choices))),
  fc.string().map((only) => part({ const: only, type: "string" }, fc.constant(only))),
  fc.constant(part({ type: ["string", "integer"] }, fc.oneof(fc.string(), fc.integer()))),
);

function part(schema: Schema, values: fc.Arbitrary<unknown>): Part {
  return { schema, takesNull: false, forms: values.map(same) };
}

function objectOf(members: readonly { name: string; part: Part; isRequired: boolean }[], more: Schema): Part {
  const required = members.filter(({ isRequired }) => isRequired).map((member) => member.name);
  const forms = members.map(({ part: { forms, takesNull }, isRequired }) =>
    isRequired
      ? forms.map((form) => ({ form, isReceived: true }))
      : fc
          .option(forms, { nil: null })
          .map((form) => ({ form: form ?? NOTHING, isReceived: form !== null || takesNull })),
  );
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(members.map((member) => [member.name, member.part.schema])),
      ...(required.length > 0 && { required }),
      ...more,
    },
    takesNull: false,
    forms: fc.tuple(...forms).map((values) => {
      const entries = values.map((value, index) => ({ ...value, name: members[index]?.name ?? "" }));
      return {
        sent: Object.fromEntries(entries.map(({ name, form }) => [name, form.sent])),
        received: Object.fromEntries(
          entries.filter((each) => each.isReceived).map(({ name, form }) => [name, form.received]),
        ),
      };
    }),
  };
}

function nullable({ schema, forms }: Part, way: "anyOf" | "type"): Part {
  const { type } = schema;
  const isPlain = way === "type" && typeof type === "string" && !schema.enum && schema.const === undefined;
  return {
    schema: isPlain ? { ...schema, type: [type, "null"] } : { anyOf: [schema, { type: "null" }] },
    takesNull: true,
    forms: fc.option(forms, { nil: NOTHING }),
  };
}

function listOf({ schema, forms }: Part): Part {
  return {
    schema: { type: "array", items: schema },
    takesNull: false,
    forms: fc.array(forms, { maxLength: 3 }).map((items) => ({
      sent: items.map(({ sent }) => sent),
      received: items.map(({ received }) => received),
    })),
  };
}

const { object } = fc.letrec<{ part: Part; object: Part }>((tie) => ({
  part: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        scalar,
        tie("part").map(listOf),
        tie("object"),
        fc
          .tuple(tie("part"), fc.constantFrom("anyOf" as const, "type" as const))
          .map(([each, way]) => nullable(each, way)),
        fc
          .tuple(fc.constantFrom("anyOf", "oneOf"), fc.array(tie("object"), { minLength: 2, maxLength: 3 }))
          .map(tagged),
      ),
      about,
    )
    .map(([each, described]) => ({ ...each, schema: { ...each.schema, ...described } })),
  object: fc
    .tuple(
      fc.uniqueArray(fc.record({ name, part: tie("part"), isRequired: fc.boolean() }), {
        selector: (member) => member.name,
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom({}, { additionalProperties: false }),
    )
    .map(([members, more]) => objectOf(members, more)),
}));

/** Alternatives that a constant tells apart. */
function tagged([keyword, options]: [string, Part[]]): Part {
  const parts = options.map(({ schema, forms }, index) => ({
    schema: {
      ...schema,
      properties: { tag: { type: "string", const: `kind ${index}` }, ...(schema.properties as Schema) },
      required: ["tag", ...((schema.required as string[] | undefined) ?? [])],
    },
    forms: forms.map(({ sent, received }) => ({
      sent: { tag: `kind ${index}`, ...(sent as Schema) },
      received: { tag: `kind ${index}`, ...(received as Schema) },
    })),
  }));
  return {
    schema: { [keyword]: parts.map(({ schema }) => schema) },
    takesNull: false,
    forms: fc.oneof(...parts.map(({ forms }) => forms)),
  };
}

/** A tool's parameters with arguments that they take. */
export const toolWithArguments: fc.Arbitrary<{ parameters: Schema } & Form> = object.chain(({ schema, forms }) =>
  forms.map((form) => ({ parameters: schema, ...form })),
);

const types = fc.constantFrom("object", "object", "string", "array", "integer", "number", "null", "int");
const names = fc.constantFrom("a", "b", "__proto__");
const junk = fc.oneof(fc.constantFrom(true, false, null, 3, "a", [], {}), fc.jsonValue());

/** What may stand where a tool should have its schema: mostly JSON Schema of any draft, and now and then anything. */
export const anySchema: fc.Arbitrary<unknown> = fc.letrec<{ schema: unknown; schemas: unknown; named: unknown }>(
  (tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      { weight: 1, arbitrary: fc.oneof(fc.boolean(), junk) },
      { weight: 12, arbitrary: schemaOf(tie) },
    ),
    schemas: fc.oneof(
      { weight: 9, arbitrary: fc.array(tie("schema"), { maxLength: 3 }) },
      { weight: 1, arbitrary: junk },
    ),
    named: fc.oneof({ weight: 9, arbitrary: fc.dictionary(names, tie("schema")) }, { weight: 1, arbitrary: junk }),
  }),
).schema;

function schemaOf(tie: (key: "schema" | "schemas" | "named") => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const common = {
    type: fc.oneof(types, types, fc.array(types, { maxLength: 3 })),
    properties: tie("named"),
    required: fc.array(names, { maxLength: 2 }),
    items: fc.oneof(tie("schema"), tie("schemas")),
    description: fc.string(),
  };
  const rare = {
    additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
    prefixItems: tie("schemas"),
    anyOf: tie("schemas"),
    oneOf: tie("schemas"),
    allOf: tie("schemas"),
    not: tie("schema"),
    if: tie("schema"),
    patternProperties: tie("named"),
    dependencies: tie("named"),
    $defs: tie("named"),
    $ref: fc.constantFrom("#", "#/$defs/a", "#/properties/a", "#/properties/b/items", "https://example.com/schema"),
    enum: fc.array(junk, { maxLength: 3 }),
    const: junk,
    nullable: fc.boolean(),
    default: junk,
    pattern: fc.constantFrom("^a$", "(?!a)b", "(?P<x>a)", "("),
    format: fc.constantFrom("date", "uri"),
    minimum: fc.oneof(fc.integer(), junk),
    exclusiveMinimum: fc.oneof(fc.integer(), fc.boolean()),
    maxItems: fc.oneof(fc.nat(), junk),
  };
  const some = (fields: Record<string, fc.Arbitrary<unknown>>, most: number) =>
    fc
      .subarray(Object.keys(fields), { maxLength: most })
      .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, fields[key] ?? junk]))));
  return fc.tuple(some(common, 4), some(rare, 2)).map(([usual, unusual]) => ({ ...usual, ...unusual }));
}
