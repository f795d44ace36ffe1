import { expect, test } from "vitest";
import { guardrailProblem } from "./guardrail-problem.ts";
import { AgentDefinition } from "./schema.ts";

const script = { rehearsal: { exchanges: [{ turns: [{ text: "Hi." }] }] } };

function problemOf(guardrail: object, more: object = {}): string | null {
  const written = { name: "G", on: "output", check: { type: "secrets" }, ...guardrail };
  return guardrailProblem(
    AgentDefinition.parse({ name: "A", tools: ["calculator", "/x/echo"], guardrails: [written], ...more }),
  );
}

test("guardrails that can work have no problem", () => {
  expect(problemOf({})).toBeNull();
  expect(problemOf({ on: "toolResult", tools: ["calculator", "echo"], behavior: "stop" })).toBeNull();
  expect(problemOf({ on: "toolArguments", tools: ["ask_clerk"] }, { agentTools: ["Clerk"] })).toBeNull();
  expect(problemOf({ check: { type: "model", instructions: "x", provider: "P" } }, { model: script })).toBeNull();
});

test.each<[string, object, object?]>([
  ["at (?=", { check: { type: "pattern", pattern: "a(?=x)" } }],
  ["does not have", { on: "toolArguments", tools: ["dates"] }],
  ["not of tools", { on: "input", tools: ["calculator"] }],
  ["can only stop", { on: "input", behavior: "reject" }],
  ["always waited for", { on: "toolResult", blocking: false }],
  ["no model of a server", { check: { type: "model", instructions: "x" } }, { model: script }],
  ["no model of a server", { check: { type: "model", instructions: "x" } }, { model: { person: true } }],
])("what cannot work is said: %s", (words, guardrail, more) => {
  expect(problemOf(guardrail, more)).toContain(words);
});

test("two of one name cannot be told apart in the log", () => {
  const one = { name: "G", on: "output", check: { type: "secrets" } };
  expect(guardrailProblem(AgentDefinition.parse({ name: "A", guardrails: [one, { ...one, on: "input" }] }))).toContain(
    '"G"',
  );
});
