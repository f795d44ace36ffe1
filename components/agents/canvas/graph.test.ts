import { expect, test } from "vitest";
import { readForm } from "../agent-form.ts";
import { graphOf, shapeOf } from "./graph.ts";
import { layOut, SIZES } from "./layout.ts";

const read = (file: object) =>
  readForm(JSON.stringify(file), { locale: "en", notJson: (why) => why }).form ?? expect.fail("no form");
const FILE = {
  name: "Front",
  tools: ["dates"],
  handoffs: ["Refund", "Booking", "Gone"],
  agents: [
    { name: "Refund", tools: ["dates", "calculator"], agentTools: ["Booking"], hostedTools: [{ type: "web_search" }] },
    { name: "Booking", handoffs: ["Front", "Refund"] },
  ],
};

test("agents and tools are nodes, a tool of several agents is one, and what names nobody is left out", () => {
  const { nodes, edges } = graphOf(read(FILE));
  expect(nodes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "agent Front",
    "agent Refund",
    "agent Booking",
    "tool dates",
    "tool calculator",
    "hosted web_search",
  ]);
  expect(edges.map(({ kind, from, to }) => `${kind} ${from} ${to}`)).toEqual([
    "handoffs agent-0 agent-1",
    "handoffs agent-0 agent-2",
    "tools agent-0 tool dates",
    "agentTools agent-1 agent-2",
    "tools agent-1 tool dates",
    "tools agent-1 tool calculator",
    "hostedTools agent-1 hostedTools-1-0",
    "handoffs agent-2 agent-0",
    "handoffs agent-2 agent-1",
  ]);
});

test("rows go by the handovers from the start, tools stand below all that have them, and nothing covers another", () => {
  const graph = graphOf(read(FILE));
  const places = layOut(graph);
  const y = (id: string) => places.get(id)?.y ?? Number.NaN;
  expect(y("agent-1")).toBe(y("agent-2"));
  expect(y("agent-0")).toBeLessThan(y("agent-1"));
  expect(y("tool dates")).toBeGreaterThan(y("agent-1"));
  for (const one of graph.nodes) {
    for (const other of graph.nodes) {
      const [a, b] = [places.get(one.id), places.get(other.id)];
      if (one === other || !a || !b) continue;
      const isBeside = Math.abs(a.x - b.x) >= SIZES[one.kind].width || Math.abs(a.x - b.x) >= SIZES[other.kind].width;
      const isBelow = Math.abs(a.y - b.y) >= SIZES.tool.height;
      expect(isBeside || isBelow, `${one.id} and ${other.id}`).toBe(true);
    }
  }
});

test("a new name or text is no new shape, a new agent is", () => {
  const shape = shapeOf(graphOf(read(FILE)));
  const renamed = { ...FILE, instructions: "Other.", name: "Front", agents: FILE.agents };
  expect(shapeOf(graphOf(read(renamed)))).toBe(shape);
  expect(shapeOf(graphOf(read({ ...FILE, agents: [...FILE.agents, { name: "New" }] })))).not.toBe(shape);
});
