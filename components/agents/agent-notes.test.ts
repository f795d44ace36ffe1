import { expect, test } from "vitest";
import { readForm } from "./agent-form.ts";
import { findNotes } from "./agent-notes.ts";

const notesOf = (file: object) => {
  const { form } = readForm(JSON.stringify(file), { locale: "en", notJson: (why) => why });
  return findNotes(form ?? expect.fail("no form")).map(({ path, code }) => `${path} ${code}`);
};
const other = { name: "B", description: "Books.", handoffs: ["A"] };

test("a circle of handoffs is noted until tokens, cost or time cap it", () => {
  expect(notesOf({ name: "A", description: "Asks.", handoffs: ["B"], agents: [other] })).toEqual(["handoffs cycle"]);
  const capped = { name: "A", description: "Asks.", handoffs: ["B"], agents: [other], limits: { cost: 1 } };
  expect(notesOf(capped)).toEqual([]);
  const off = [{ agent: "B", isEnabled: false }];
  expect(notesOf({ name: "A", description: "Asks.", handoffs: off, agents: [other] })).toEqual([]);
});

test("a target without a description is noted, unless the handoff tells what it is for", () => {
  const agents = [{ name: "B" }];
  expect(notesOf({ name: "A", handoffs: ["B"], agents })).toEqual(["handoffs.0 noDescription"]);
  const told = [{ agent: "B", toolDescriptionOverride: "For bookings." }];
  expect(notesOf({ name: "A", handoffs: told, agents })).toEqual([]);
});

test("a variable that stands for nothing is noted at its agent", () => {
  const agents = [{ name: "B", instructions: "{{agent.name}} {{data.x}} {{today}}" }];
  expect(notesOf({ name: "A", agents })).toEqual(["agents.0.instructions unknownVariable"]);
});
