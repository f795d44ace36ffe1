import { expect, test } from "vitest";
import type { AgentSummary } from "#lib/agents/schema.ts";
import { filterAgents, NO_FILTER } from "./agent-filter.ts";

const agent = (name: string, more: Partial<AgentSummary> = {}): AgentSummary => ({
  ...{
    id: name,
    name,
    description: "",
    builtin: false,
    versionNumber: 1,
    state: "published",
    updatedAt: "2026-01-01T00:00:00Z",
  },
  ...{ model: { by: "server", name: null }, tools: [], handoffs: [] },
  ...more,
});
const agents = [
  agent("환불 담당", { tools: ["calculator"], updatedAt: "2026-03-01T00:00:00Z" }),
  agent("Desk", { description: "Works out invoices", model: { by: "rehearsal", name: null } }),
];
const names = (filter: object) => filterAgents(agents, { ...NO_FILTER, ...filter }).map(({ name }) => name);

test("each word is in the name, the description or a tool's name", () => {
  expect(names({ query: "환불 CALC" })).toEqual(["환불 담당"]);
  expect(names({ query: "invoices desk" })).toEqual(["Desk"]);
  expect(names({ query: "invoices calc" })).toEqual([]);
});

test("by what answers, and in both orders", () => {
  expect(names({ by: "rehearsal" })).toEqual(["Desk"]);
  expect(names({ sort: "name" })).toEqual(["Desk", "환불 담당"]);
  expect(names({ sort: "changed" })).toEqual(["환불 담당", "Desk"]);
});
