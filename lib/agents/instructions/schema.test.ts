import { expect, test } from "vitest";
import { parseExact } from "#lib/core/exact/schema.ts";
import { resolveInstructions, unknownVariables } from "./schema.ts";

const VALUES = {
  agent: "환불 담당",
  date: "2026-03-02",
  startedBy: { role: null },
  data: parseExact('{"plan": "pro", "order": {"number": 9007199254740993, "items": ["a", 1]}, "quote": "{{date}} $&"}'),
};

test.each([
  ["You are {{agent.name}}; it is {{ date }}.", "You are 환불 담당; it is 2026-03-02."],
  ["{{data.plan}} {{data.order.number}} {{data.order.items}}", 'pro 9007199254740993 ["a",1]'],
  ["{{data.quote}}", "{{date}} $&"],
  [
    "{{data.gone}} {{data.plan.length}} {{data.order.toString}}",
    "{{data.gone}} {{data.plan.length}} {{data.order.toString}}",
  ],
  [
    "{{startedBy.role}} {{agent}} {{turn}} {{data}} {{}} {date}",
    "{{startedBy.role}} {{agent}} {{turn}} {{data}} {{}} {date}",
  ],
  ['{{result "calculator"}}', '{{result "calculator"}}'],
])("%s becomes %s", (written, resolved) => {
  expect(resolveInstructions(written, VALUES)).toBe(resolved);
});

test("variables that stand for nothing are named once; data may be there at another time", () => {
  expect(unknownVariables("{{today}} {{agent.name}} {{data.x}} {{ today }} {{data.}} {{data..x}}")).toEqual([
    "today",
    "data.",
    "data..x",
  ]);
});
