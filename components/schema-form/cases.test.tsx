import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { judge } from "./check.ts";
import { parseJson } from "./json-parse.ts";
import { openForm } from "./open-form.test-support.tsx";

/** Real schemas and reported faults, read from where they lie; skipped, and shown as such, where they are not there. */
const CASES = path.resolve("../shared/cases");
const isHere = existsSync(CASES);

afterEach(cleanup);

type FormCase = {
  id: string;
  restated: string;
  input: { type: string; schema: object; acts: [string, ...string[]][]; stored?: Record<string, string> };
  expected: {
    payload?: object;
    payloads?: object[];
    any_payload?: object[];
    any_payload_text?: string[];
    never?: Record<string, unknown>;
    never_text?: string;
    same_as_after?: [string, ...string[]][];
    also_after?: [string, ...string[]][];
    shown?: Record<string, string>;
    stored_after?: Record<string, string>;
  };
};

describe.skipIf(!isHere)("reported faults of forms (../shared/cases/bugs.jsonl)", () => {
  test.each(formCases())("$id $restated", ({ input, expected }) => {
    const form = openForm({
      schema: input.schema,
      secretsSet: Object.keys(input.stored ?? {}).map((name) => `/${name}`),
    });
    for (const [name, value] of Object.entries(expected.shown ?? {})) expect(form.row(name).outerHTML).toContain(value);
    for (const act of input.acts) form.act(act);
    const sent = form.sent.map((text) => JSON.parse(text) as Record<string, unknown>);
    if (expected.payload) expect(sent).toEqual([expected.payload]);
    if (expected.payloads) expect(sent).toEqual(expected.payloads);
    if (expected.any_payload) expect(expected.any_payload).toContainEqual(sent[0]);
    if (expected.any_payload_text) expect(expected.any_payload_text).toContain(form.sent[0]);
    if (expected.never_text) expect(form.sent.join()).not.toContain(expected.never_text);
    if (expected.stored_after) expect({ ...input.stored, ...sent[0] }).toEqual(expected.stored_after);
    for (const [name, value] of Object.entries(expected.never ?? {})) {
      for (const payload of sent) expect(Object.hasOwn(payload, name) && payload[name]).not.toEqual(value);
    }
    for (const more of [expected.same_as_after, expected.also_after]) {
      for (const act of more ?? []) form.act(act);
      if (more) form.act(["submit"]);
      if (more) expect(JSON.parse(form.sent.at(-1) ?? "")).toEqual(expected.payload);
    }
  });
});

type Example = { args: unknown; why?: string; path?: string; schema_accepts: boolean };
type SchemaCase = { name: string; schema: object; valid: Example[]; invalid: Example[] };

describe.skipIf(!isHere)("real schemas (../shared/cases/schemas)", () => {
  test.each(schemaCases())(
    "$name: every parameter is drawn, every valid example goes out unchanged",
    ({ schema, valid }) => {
      for (const { args } of valid) {
        const form = openForm({ schema, text: JSON.stringify(args) });
        for (const name of Object.keys(args as object)) expect(form.row(name)).toBeTruthy();
        form.act(["submit"]);
        expect(form.sent.map((text) => JSON.parse(text))).toEqual([JSON.parse(JSON.stringify(args))]);
        form.show("json");
        form.show("form");
        form.act(["submit"]);
        expect(form.sent[1]).toEqual(form.sent[0]);
        cleanup();
      }
    },
  );

  test.each(schemaCases())(
    "$name: every example that its schema refuses is stopped at its place",
    ({ schema, invalid }) => {
      for (const { args, path: place, schema_accepts: isAccepted } of invalid) {
        const parsed = parseJson(JSON.stringify(args));
        const issues = parsed.ok ? judge(schema, parsed.state).issues : [];
        if (!isAccepted) expect(issues).not.toEqual([]);
        if (place) expect(issues.map((found) => found.path)).toContain(`/${place}`);
      }
    },
  );
});

function formCases(): FormCase[] {
  if (!isHere) return [];
  const lines = readFileSync(path.join(CASES, "bugs.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as FormCase).filter(({ input }) => input.type === "form");
}

function schemaCases(): SchemaCase[] {
  if (!isHere) return [];
  return readdirSync(path.join(CASES, "schemas")).map((name) => {
    const { tool, examples } = JSON.parse(readFileSync(path.join(CASES, "schemas", name), "utf8"));
    return { name, schema: tool.inputSchema, valid: examples.valid, invalid: examples.invalid };
  });
}
