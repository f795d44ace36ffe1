/** Schemas to start from, by the name of their button. */
export const EXAMPLES = {
  form: {
    name: "send_invoice",
    description: "Sends an invoice to a customer by e-mail.",
    inputSchema: {
      type: "object",
      properties: {
        customer: { type: "string", format: "email", description: "the customer's address" },
        amount: { type: "number", exclusiveMinimum: 0, description: "in euros, such as 49.90" },
        due: { type: "string", format: "date", description: "the last day to pay" },
        urgency: { enum: ["low", "normal", "high"], default: "normal", description: "how soon to remind" },
        note: { type: "string", maxLength: 200, description: "one or two sentences for the customer" },
      },
      required: ["customer", "amount", "due"],
      additionalProperties: false,
    },
  },
  nested: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "save_outline",
    description: "Saves a document's outline.",
    type: "object",
    properties: {
      author: { $ref: "#/$defs/Person" },
      sections: { type: "array", items: { $ref: "#/$defs/Section" }, minItems: 1 },
    },
    required: ["author", "sections"],
    $defs: {
      Person: {
        type: "object",
        properties: { name: { type: "string", minLength: 1 }, born: { type: "integer", description: "year" } },
        required: ["name"],
      },
      Section: {
        type: "object",
        description: "A section, which may have sections of its own.",
        properties: {
          heading: { type: "string", minLength: 1 },
          sections: { type: "array", items: { $ref: "#/$defs/Section" } },
        },
        required: ["heading"],
      },
    },
  },
  union: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "draw_shape",
    description: "Draws one shape on the page.",
    type: "object",
    properties: {
      shape: {
        oneOf: [{ $ref: "#/$defs/Circle" }, { $ref: "#/$defs/Rectangle" }],
        discriminator: { propertyName: "kind" },
      },
      fill: { type: "string", pattern: "^#[0-9a-f]{6}$", description: "a colour, such as #ffcc00" },
    },
    required: ["shape"],
    $defs: {
      Circle: {
        type: "object",
        properties: { kind: { const: "circle" }, radius: { type: "number", minimum: 0, description: "in points" } },
        required: ["kind", "radius"],
      },
      Rectangle: {
        type: "object",
        properties: {
          kind: { const: "rectangle" },
          width: { type: "number", minimum: 0, description: "in points" },
          height: { type: "number", minimum: 0, description: "in points" },
        },
        required: ["kind", "width", "height"],
      },
    },
  },
  nullable: {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "find_flights",
    description: "Finds flights; what is null is left open.",
    type: "object",
    properties: {
      from: { type: ["string", "null"], description: "airport code, such as ICN" },
      to: { anyOf: [{ type: "string" }, { type: "null" }], description: "airport code, such as CDG" },
      on: { oneOf: [{ type: "string", format: "date" }, { type: "null" }], default: null, description: "the day" },
      stops: { type: ["integer", "null"], minimum: 0, description: "how many stops at most" },
      cabin: { enum: ["economy", "business", null], description: "the class" },
      airlines: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }], description: "codes" },
    },
    required: ["from", "to", "on", "stops", "cabin", "airlines"],
  },
} as const;

export type ExampleName = keyof typeof EXAMPLES;

export const EXAMPLE_NAMES = Object.keys(EXAMPLES) as ExampleName[];
