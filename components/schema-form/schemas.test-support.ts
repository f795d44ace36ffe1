import fc from "fast-check";

const scalar = fc.oneof(
  fc.record({ type: fc.constant("string"), minLength: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ type: fc.constant("string"), pattern: fc.constantFrom("^a", "b$", "^[a-c]{2}$") }),
  fc.record({
    type: fc.constant("string"),
    format: fc.constantFrom("date", "email", "uuid", "ipv4", "date-time", "unknown"),
  }),
  fc.record({
    type: fc.constantFrom("number", "integer"),
    minimum: fc.integer({ min: -3, max: 3 }),
    exclusiveMaximum: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({ type: fc.constant(["string", "null"]) }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom("a", "", 0, 1, null, true), { minLength: 1 }) }),
  fc.record({ const: fc.constantFrom("a", 1, null, false) }),
  fc.constantFrom({ type: "boolean" }, {}, true, { not: { type: "string" } }),
);
const { schema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    tie("list"),
    tie("tuple"),
    tie("object"),
    tie("union"),
  ),
  list: fc.record({
    type: fc.constant("array"),
    items: tie("schema"),
    maxItems: fc.integer({ min: 0, max: 3 }),
    uniqueItems: fc.boolean(),
  }),
  tuple: fc.record({
    prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
    items: fc.constantFrom(false, { type: "number" }),
  }),
  object: fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema")),
    required: fc.uniqueArray(fc.constantFrom("a", "b")),
    additionalProperties: fc.constantFrom(true, false, { type: "string" }),
  }),
  union: fc.oneof(
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc
      .tuple(tie("schema"), tie("schema"), tie("schema"))
      .map((parts) => Object.fromEntries(parts.map((part, index) => [["if", "then", "else"][index] ?? "if", part]))),
  ),
}));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("a", "", "ab", "2024-02-29", "2023-02-29", "a@b.co", "10.0.0.1", 0, 1, 2.5, -4, null, true, false),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("value"), { noNullPrototype: true }),
  ),
}));

/** A JSON Schema of any kind that Pydantic or zod writes, with names from a, b and c. */
export const anySchema = schema;

/** A JSON value that has a fair chance to fit one of them. */
export const anyValue = value;
