import { expect, test } from "vitest";
import { listChanges } from "./file-changes.ts";

const text = (file: object) => JSON.stringify(file);
const told = (before: object, after: object) =>
  listChanges(text(before), text(after))?.map(({ agent, path, what, was, is }) => [agent, path, what, was, is]);

test("each field, each part of a field and each named thing of a list is told by itself", () => {
  const before = { name: "Desk", instructions: "Be brief.", tools: ["dates", { tool: "calculator", version: 1 }] };
  const after = {
    ...{ name: "Desk", instructions: "Be brief.\nBe kind.", settings: { temperature: 0.5 } },
    tools: [{ tool: "calculator", version: 2 }],
  };
  expect(told(before, after)).toEqual([
    ["Desk", "instructions", "changed", "Be brief.", null],
    ["Desk", "settings.temperature", "added", null, "0.5"],
    ["Desk", "tools.dates", "removed", null, null],
    ["Desk", "tools.calculator", "changed", null, null],
  ]);
});

test("other agents of the file come, go and change under their names", () => {
  const before = { name: "Desk", agents: [{ name: "Old" }, { name: "Both" }] };
  const after = { name: "Front desk", agents: [{ name: "Both", description: "환불" }, { name: "New" }] };
  expect(told(before, after)).toEqual([
    ["Front desk", "name", "changed", "Desk", "Front desk"],
    ["Both", "description", "changed", "", "환불"],
    ["New", "", "added", null, null],
    ["Old", "", "removed", null, null],
  ]);
});

test("what is written out and what is left out are the same where they mean the same", () => {
  expect(told({ name: "Desk" }, { name: "Desk", tools: [], limits: { turns: 10 } })).toEqual([]);
});

test("numbers that differ only past what a double holds are different", () => {
  const file = (digits: string) => `{"name":"Desk","output":{"maximum":${digits}}}`;
  expect(listChanges(file("9007199254740992"), file("9007199254740993"))).toHaveLength(1);
});

test("a file that cannot be read has no list", () => {
  expect(listChanges("{", text({ name: "Desk" }))).toBeNull();
});
