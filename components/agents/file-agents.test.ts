import { expect, test } from "vitest";
import { AgentFile } from "#lib/agents/schema.ts";
import { type FileForm, printForm, readForm } from "./agent-form.ts";
import {
  addAgent,
  agentsOf,
  duplicateAgent,
  freeName,
  makeFirst,
  moveAgent,
  removeAgent,
  renameAgent,
  withAgent,
} from "./file-agents.ts";

const FILE = {
  name: "Triage",
  handoffs: ["Refund", { agent: "Booking", toolNameOverride: "book" }],
  handoffFilter: { type: "withoutTools" },
  agents: [
    { name: "Refund", handoffs: ["Triage"], agentTools: ["Booking"], output: { maximum: 5 } },
    { name: "Booking", agentTools: [{ agent: "Refund", approval: "always" }] },
  ],
};

const read = (file: object): FileForm =>
  readForm(JSON.stringify(file), { locale: "en", notJson: (why) => why }).form ?? expect.fail("no form");
/** The agents with what they reach, as the text of the file says it. */
const graph = (file: FileForm) =>
  agentsOf(read(AgentFile.parse(JSON.parse(printForm(file))))).map(({ name, handoffs, agentTools }) =>
    [name, handoffs.map(({ agent }) => agent).join(), agentTools.map(({ agent }) => agent).join()].join(" / "),
  );

test("the file is a graph of its agents, and prints as it was", () => {
  expect(graph(read(FILE))).toEqual(["Triage / Refund,Booking / ", "Refund / Triage / Booking", "Booking /  / Refund"]);
  expect(AgentFile.parse(JSON.parse(printForm(read(FILE))))).toEqual(AgentFile.parse(FILE));
});

test("an agent's new name is followed wherever it is named, also that of the first one", () => {
  const renamed = renameAgent(read(FILE), { at: 1, name: "Returns" });
  expect(graph(renamed)).toEqual(["Triage / Returns,Booking / ", "Returns / Triage / Booking", "Booking /  / Returns"]);
  expect(graph(renameAgent(read(FILE), { at: 0, name: "Front" }))[1]).toBe("Refund / Front / Booking");
});

test("a deleted agent is named by nobody any more; the first one stays", () => {
  expect(graph(removeAgent(read(FILE), 1))).toEqual(["Triage / Booking / ", "Booking /  / "]);
  const file = read(FILE);
  expect(removeAgent(file, 0)).toBe(file);
});

test("a copy has all of the original but its name, and nobody hands over to it", () => {
  const { file, at } = duplicateAgent(read(FILE), 1);
  expect(graph(file)[at]).toBe("Refund 2 / Triage / Booking");
  expect(agentsOf(file)[at]?.output).toEqual({ maximum: 5 });
  const copy = duplicateAgent(read(FILE), 0);
  expect(agentsOf(copy.file)[copy.at]).not.toHaveProperty("handoffFilter");
});

test("another agent can begin; what is meant for the whole file stays with the file", () => {
  const file = makeFirst(read(FILE), 2);
  expect(graph(file).map((each) => each.split(" /")[0])).toEqual(["Booking", "Refund", "Triage"]);
  expect(file.handoffFilter).toEqual({ type: "withoutTools" });
  expect(graph(makeFirst(file, 2))).toEqual(graph(read(FILE)));
});

test("agents are added under a name of their own and change places", () => {
  const file = read(FILE);
  expect(freeName(file, "Refund")).toBe("Refund 2");
  const added = addAgent(file, { name: "Other" });
  expect(graph(added.file)[added.at]).toBe("Other /  / ");
  expect(graph(moveAgent(file, { at: 1, by: 1 })).map((each) => each.split(" /")[0])).toEqual([
    "Triage",
    "Booking",
    "Refund",
  ]);
  expect(graph(moveAgent(file, { at: 1, by: -1 }))).toEqual(graph(file));
});

test("a change of one agent leaves the others as they are", () => {
  const changed = withAgent(read(FILE), 2, { instructions: "Book." });
  expect(agentsOf(changed).map(({ instructions }) => instructions)).toEqual(["", "", "Book."]);
});
