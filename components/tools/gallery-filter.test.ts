import { describe, expect, it } from "vitest";
import type { ToolSummary } from "#lib/registry/schema.ts";
import { filterTools, healthOf, NO_FILTER, successRate } from "./gallery-filter.ts";

function tool(name: string, over: Partial<ToolSummary> = {}): ToolSummary {
  return {
    id: `tool_${name}`,
    name,
    description: "",
    language: "python",
    builtin: false,
    versionNumber: 1,
    problem: null,
    updatedAt: "2026-01-01T00:00:00Z",
    callsToday: 0,
    calls14: [],
    p95Ms: null,
    ...over,
  };
}

const day = (ok: number, failed: number) => ({ day: "2026-01-01", ok, failed });

const TOOLS = [
  tool("query_table", {
    language: "typescript",
    builtin: true,
    description: "Filter and sort a CSV file",
    calls14: [day(9, 1)],
    callsToday: 10,
  }),
  tool("calculator", { language: "typescript", builtin: true, updatedAt: "2026-03-01T00:00:00Z", p95Ms: 40 }),
  tool("환불 정책", { description: "주문일로 환불 기한을 찾습니다", calls14: [day(1, 1)], callsToday: 2, p95Ms: 900 }),
  tool("broken", { problem: "tool.py, line 3: invalid syntax", updatedAt: "2026-02-01T00:00:00Z" }),
];

const names = (filter: Partial<typeof NO_FILTER>) =>
  filterTools(TOOLS, { ...NO_FILTER, ...filter }).map(({ name }) => name);

describe("filterTools", () => {
  it("wants every word of the query, in the name or the description, whatever the case", () => {
    expect(names({ query: "CSV sort" })).toEqual(["query_table"]);
    expect(names({ query: "csv xlsx" })).toEqual([]);
  });

  it("finds Hangul typed as separate letters", () => {
    expect(names({ query: "환불".normalize("NFD") })).toEqual(["환불 정책"]);
  });

  it.each([
    [{ language: "python" }, ["broken", "환불 정책"]],
    [{ origin: "builtin" }, ["calculator", "query_table"]],
    [{ health: "failing" }, ["환불 정책"]],
    [{ health: "broken" }, ["broken"]],
    [{ health: "unused" }, ["calculator"]],
    [{ health: "healthy" }, ["query_table"]],
  ] as const)("keeps only %j", (filter, expected) => {
    expect(names(filter)).toEqual(expected);
  });

  it.each([
    ["changed", "calculator"],
    ["calls", "query_table"],
    ["slowest", "환불 정책"],
    ["name", "broken"],
  ] as const)("puts first by %s: %s", (sort, first) => {
    expect(names({ sort })[0]).toBe(first);
  });
});

describe("health", () => {
  it("has no rate without calls, and calls nine of ten healthy", () => {
    expect(successRate(tool("new"))).toBeNull();
    expect(healthOf(tool("new", { calls14: [day(9, 1)] }))).toBe("healthy");
    expect(healthOf(tool("new", { calls14: [day(8, 2)] }))).toBe("failing");
  });
});
