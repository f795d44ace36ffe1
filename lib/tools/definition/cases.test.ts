import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkParameters } from "#lib/tools/validate.ts";
import { defineFunction } from "./define.ts";
import { functionNames } from "./names.ts";
import { CASES, hasCases, judgeStrictly } from "./strict-rules.test-support.ts";

type Example = { args: Record<string, unknown>; why?: string; path?: string; schema_accepts: boolean };
type SchemaCase = {
  name: string;
  tool: { name: string; description?: string; inputSchema: Record<string, unknown> };
  strict: { verdict: string };
  examples: { valid: Example[]; invalid: Example[] };
};

function schemaCases(): SchemaCase[] {
  if (!hasCases) return [];
  const folder = path.join(CASES, "schemas");
  return readdirSync(folder).map((name) => ({ name, ...JSON.parse(readFileSync(path.join(folder, name), "utf8")) }));
}

function defined({ tool }: SchemaCase) {
  return defineFunction({ name: tool.name, description: tool.description ?? "", parameters: tool.inputSchema });
}

/** Free-form parts cannot be strict; everything else can, whatever has to be wrapped or checked here. */
const STRICT_VERDICTS = new Set(["as_is", "convert", "convert_weaker", "wrap_root"]);

describe.skipIf(!hasCases)("real schemas (../shared/cases/schemas)", () => {
  test("each is strict by the rules where it can be, and else says why", () => {
    const cases = schemaCases();
    const judgements = judgeStrictly(cases.map((each) => defined(each).definition.parameters));
    for (const [index, each] of cases.entries()) {
      const { definition, reason } = defined(each);
      expect([each.name, definition.strict]).toEqual([each.name, STRICT_VERDICTS.has(each.strict.verdict)]);
      expect([each.name, definition.strict ? judgements[index]?.refused : []]).toEqual([each.name, []]);
      expect(reason === null).toBe(definition.strict);
    }
  });

  describe.each(schemaCases())("$name", (each) => {
    const { definition, decode } = defined(each);

    test.each(each.examples.valid)("takes $args", ({ args }) => {
      expect(decode(JSON.stringify(args))).toEqual({ ok: true, text: JSON.stringify(args) });
      if (!definition.strict) return;
      const { sent, received } = strictForm(args, each.tool.inputSchema, each.tool.inputSchema);
      expect(decode(JSON.stringify(sent))).toEqual({ ok: true, text: JSON.stringify(received) });
      expect(checkParameters(definition.parameters, JSON.stringify(sent), { what: "ToolParameters" })).toEqual({
        ok: true,
      });
    });

    test.each(each.examples.invalid.filter((example) => example.schema_accepts === false))(
      "stops $why at $path",
      (example) => {
        const decoded = decode(JSON.stringify(example.args));
        // In strict mode null is how an optional parameter is left out.
        if (definition.strict && example.why?.startsWith("null") && !isRequired(example, each.tool.inputSchema)) {
          expect(decoded.ok).toBe(true);
          return;
        }
        expect(decoded).toMatchObject({ ok: false });
        if (decoded.ok) return;
        for (const step of (example.path ?? "").split("/")) expect(decoded.message).toContain(step);
      },
    );
  });
});

function isRequired({ args }: Example, { required }: Record<string, unknown>): boolean {
  const nulls = Object.keys(args).filter((name) => args[name] === null);
  return nulls.every((name) => (required as string[] | undefined)?.includes(name));
}

type Form = { sent: unknown; received: unknown };

/** A value as a strict model sends it, every left-out optional as null, and as the tool gets it: null only where its schema has it. */
function strictForm(value: unknown, schema: Record<string, unknown>, root: Record<string, unknown>): Form {
  const { $ref, anyOf, oneOf, properties, items } = schema as Record<string, never>;
  if ($ref !== undefined) return strictForm(value, pointed(root, $ref), root);
  const options = (anyOf ?? oneOf) as Record<string, unknown>[] | undefined;
  const meant = options?.find((option) => fits(value, option, root));
  if (meant) return strictForm(value, meant, root);
  if (Array.isArray(value) && items !== undefined) {
    const forms = value.map((item) => strictForm(item, items, root));
    return { sent: forms.map(({ sent }) => sent), received: forms.map(({ received }) => received) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || properties === undefined) {
    return { sent: value, received: value };
  }
  const forms = Object.entries(properties as Record<string, Record<string, unknown>>).map(([name, member]) => {
    const isGiven = Object.hasOwn(value, name);
    const form = isGiven
      ? strictForm((value as Record<string, unknown>)[name], member, root)
      : { sent: null, received: null };
    return { name, ...form, isReceived: isGiven || fits(null, member, root) };
  });
  return {
    sent: Object.fromEntries(forms.map(({ name, sent }) => [name, sent])),
    received: Object.fromEntries(
      forms.filter(({ isReceived }) => isReceived).map(({ name, received }) => [name, received]),
    ),
  };
}

function pointed(root: Record<string, unknown>, ref: string): Record<string, unknown> {
  return ref
    .split("/")
    .slice(1)
    .reduce((place, step) => place[step] as Record<string, unknown>, root);
}

function fits(value: unknown, schema: Record<string, unknown>, root: Record<string, unknown>): boolean {
  const { $defs } = root;
  const parameters = { type: "object", properties: { value: schema }, ...($defs !== undefined && { $defs }) };
  return checkParameters(parameters, JSON.stringify({ value }), { what: "ToolParameters" }).ok;
}

type Expected = {
  strict_clean?: boolean;
  roundtrip?: [unknown, unknown][];
  accepts?: unknown[];
  locally_refuses?: unknown[];
  sent_accepts?: unknown[];
  sent_refuses?: unknown[];
  never_text?: string;
  properties_sent?: string[];
  at?: Record<string, unknown>;
  never_at?: Record<string, object>;
  wrapped?: boolean;
  tool_gets_unwrapped?: unknown;
  error_says?: string[];
  matches?: string;
  max_length?: number;
};
type Bug = {
  id: string;
  kind: string;
  input: {
    type: string;
    tool: { name: string; parameters: Record<string, unknown>; parameters_text?: string };
    parameters: Record<string, unknown>;
    arguments: string | string[];
    names: string[];
    server: string;
    tools: string[];
  };
  expected: Expected & { either?: Expected[] };
};

function bugs(...types: string[]): Bug[] {
  if (!hasCases) return [];
  const lines = readFileSync(path.join(CASES, "bugs.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Bug).filter(({ input }) => types.includes(input.type));
}

/** All that is asked for; of several right answers, the first that says how this product answers. */
function wish({ either = [], ...expected }: Bug["expected"]): Expected {
  const ours = either.find((way) => way.strict_clean || way.at || way.wrapped) ?? {};
  return { ...expected, ...ours };
}

describe.skipIf(!hasCases)("reported faults (../shared/cases/bugs.jsonl)", () => {
  test.each(bugs("strict"))("$id $kind", ({ input, expected }) => {
    const { name, parameters, parameters_text: text } = input.tool;
    const wanted = wish(expected);
    const { definition, decode } = defineFunction({
      name,
      description: "",
      parameters: text === undefined ? parameters : JSON.parse(text),
    });
    const isSent = (args: unknown) =>
      checkParameters(definition.parameters, JSON.stringify(args), { what: "ToolParameters" }).ok;
    if (wanted.strict_clean) expect(definition.strict).toBe(true);
    if (definition.strict) expect(judgeStrictly([definition.parameters])[0]?.refused).toEqual([]);
    for (const [sent, received] of wanted.roundtrip ?? []) {
      expect(decode(JSON.stringify(sent))).toEqual({ ok: true, text: JSON.stringify(received) });
    }
    for (const args of wanted.accepts ?? []) {
      expect(decode(JSON.stringify(args))).toEqual({ ok: true, text: JSON.stringify(args) });
    }
    for (const args of wanted.locally_refuses ?? []) expect(decode(JSON.stringify(args)).ok).toBe(false);
    for (const args of wanted.sent_accepts ?? []) expect(isSent(args)).toBe(true);
    for (const args of wanted.sent_refuses ?? []) expect(isSent(args)).toBe(false);
    if (wanted.never_text) expect(JSON.stringify(definition)).not.toContain(wanted.never_text);
    const names = wanted.properties_sent;
    if (names) expect(Object.keys(definition.parameters.properties ?? {})).toEqual(names);
    for (const [place, value] of Object.entries(wanted.at ?? {})) {
      expect(definition.strict).toBe(false);
      expect(pointed(definition.parameters, place)).toEqual(value);
    }
    for (const [place, value] of Object.entries(wanted.never_at ?? {})) {
      expect(pointed(definition.parameters, place)).not.toMatchObject(value);
    }
    if (wanted.wrapped) {
      const [wrapper = ""] = Object.keys(definition.parameters.properties as object);
      const args = wanted.tool_gets_unwrapped;
      expect(definition.parameters.type).toBe("object");
      expect(decode(JSON.stringify({ [wrapper]: args }))).toEqual({ ok: true, text: JSON.stringify(args) });
    }
  });

  test.each(bugs("args", "args_each"))("$id $kind", ({ input, expected }) => {
    const { decode } = defineFunction({ name: "tool", description: "", parameters: input.parameters });
    for (const text of [input.arguments].flat()) {
      const decoded = decode(text);
      // Nothing is guessed: every one of these is answered with what is wrong.
      expect([text, decoded.ok]).toEqual([text, false]);
      if (decoded.ok) continue;
      expect(decoded.message).toMatch(/^[^\n]+\.$/);
      for (const words of expected.error_says ?? []) expect(decoded.message).toMatch(new RegExp(words));
    }
  });

  test.each(bugs("names"))("$id $kind", ({ input, expected }) => {
    for (const [name, legal] of functionNames(input.names)) {
      expect(legal).toMatch(new RegExp(expected.matches ?? ""));
      expect(functionNames(["another", name]).get(name)).toBe(legal);
      expect(defineFunction({ name, description: "x", parameters: {} }).definition.description).toContain(name);
    }
  });

  test.each(bugs("names_mcp"))("$id $kind", ({ input, expected }) => {
    const names = input.tools.map((tool) => `${input.server}__${tool}`);
    const legal = [...functionNames(names).values()];
    expect(new Set(legal).size).toBe(names.length);
    for (const name of legal) expect(name.length).toBeLessThanOrEqual(expected.max_length ?? 0);
  });
});
