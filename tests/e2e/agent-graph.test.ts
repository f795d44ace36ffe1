import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { open } from "./tool-page.ts";
import { violations } from "./violations.ts";

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
});

const HANDOFF = {
  toolNameOverride: "to_refunds",
  toolDescriptionOverride: "Money back.",
  inputType: {
    type: "object",
    properties: { order: { type: "string", description: "Its number", enum: ["A-1", "A-2"] } },
    required: ["order"],
    additionalProperties: false,
  },
  onHandoff: { tool: "dates" },
  inputFilter: { type: "last", messages: 3 },
  isEnabled: [{ at: "/data/plan", is: "!=", value: 5 }],
};

test("two agents and a handoff with all options, drawn by mouse", async () => {
  const page = await browser.visit({ as: owner });
  await begin(page, "Mouse desk");
  const desk = page.locator('.react-flow__node[data-id="agent-0"]');
  await desk.waitFor();
  await drag(page, desk.locator(".handle-handoff"), { x: 120, y: 260 });
  await page.getByLabel("Function name").waitFor();
  await fillHandoff(page);
  await page.getByText('"to_refunds"').waitFor();
  await page.locator('.react-flow__node[data-id="agent-1"]').click();
  await page.getByLabel("Name", { exact: true }).fill("Refunds");
  await page.getByRole("button", { name: "Tool", exact: true }).click();
  await page.getByRole("combobox", { name: "Find a tool" }).fill("calculator");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Always" }).click();
  const calculator = page.locator('.react-flow__node[data-id="tool calculator"]');
  await calculator.waitFor();
  await drag(page, desk.locator(".handle-ask"), calculator);
  await page.getByRole("heading", { level: 2, name: /Mouse desk.*calculator/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  const file = await save(page);
  expect(file.handoffs).toEqual([{ agent: "Refunds", ...HANDOFF }]);
  expect(file.tools).toEqual([{ tool: "calculator" }]);
  expect(file.agents[0]).toMatchObject({ name: "Refunds", tools: [{ tool: "calculator", approval: "always" }] });
});

test("the same by keyboard alone, in the list", async () => {
  const page = await browser.visit({ as: owner });
  await begin(page, "Key desk");
  await page.getByRole("radio", { name: "List" }).press("Space");
  await page.getByRole("list", { name: "Agents of this file" }).waitFor();
  await menu(page, "Connect Key desk", "A new agent to hand over to");
  await page.getByLabel("Function name").waitFor();
  await fillHandoff(page);
  await page.getByRole("button", { name: /^New agent/ }).press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("Refunds");
  await menu(page, "Connect Refunds", "Key desk", 1);
  await page.getByRole("button", { name: "Take Refunds out" }).first().waitFor();
  expect(await violations(page)).toEqual([]);
  const file = await save(page);
  expect(file.handoffs).toEqual([{ agent: "Refunds", ...HANDOFF }]);
  expect(file.agents[0]).toMatchObject({ name: "Refunds", agentTools: [{ agent: "Key desk" }] });

  await page
    .getByRole("button", { name: /^Handoff Refunds/ })
    .first()
    .press("Delete");
  await page.getByText("unsaved").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("unsaved").waitFor({ state: "detached" });
});

test("the canvas by keyboard: what has the focus has a name, opens with Enter, moves with arrows, and goes with Delete", async () => {
  const page = await browser.visit({ as: owner });
  const address = await bring(page, PAIR);
  await open(page, address);
  const edge = page.getByRole("group", { name: "Handoff from Pair to Back" });
  await edge.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: /Pair.*Back/ }).waitFor();
  const back = page.getByRole("group", { name: "Agent Back" });
  await back.focus();
  await page.keyboard.press("Space");
  const before = await back.boundingBox();
  await back.press("ArrowRight");
  await page.waitForFunction(
    ([x, name]) => (document.querySelector(`[aria-label="${name}"]`)?.getBoundingClientRect().x ?? 0) > Number(x),
    [before?.x ?? 0, "Agent Back"],
  );
  await edge.press("Delete");
  await edge.waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await edge.waitFor();
});

test("what somebody moved stays there in this browser, and makes no edit of it", async () => {
  const page = await browser.visit({ as: owner });
  const address = await bring(page, { ...PAIR, name: "Placed" });
  await open(page, address);
  const back = page.getByRole("group", { name: "Agent Back" });
  await drag(page, back, { x: 60, y: 60 });
  expect(await page.getByText("unsaved").count()).toBe(0);
  const transform = () => back.evaluate((node) => (node as HTMLElement).style.transform);
  const moved = await transform();
  await open(page, address);
  expect(await transform()).toBe(moved);
  await page.getByRole("button", { name: "Tidy" }).click();
  await page.waitForFunction(
    (was) => document.querySelector<HTMLElement>('[data-id="agent-1"]')?.style.transform !== was,
    moved,
  );
});

test("the canvas goes out as an image, and the agents as a program", async () => {
  const page = await browser.visit({ as: owner });
  const address = await bring(page, { ...PAIR, name: "Exported" });
  await open(page, address);
  for (const [type, begins] of [
    ["PNG", "\u{fffd}PNG"],
    ["SVG", "<svg"],
  ] as const) {
    await page.getByRole("button", { name: "Save as an image" }).click();
    const [image] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: type }).click(),
    ]);
    expect(image.suggestedFilename()).toBe(`Exported.${type.toLowerCase()}`);
    expect((await readFile(await image.path(), "utf8")).startsWith(begins)).toBe(true);
  }
  await page.getByRole("button", { name: "More about Exported", exact: true }).click();
  const item = page.getByRole("menuitem", { name: "Export as a program for @openai/agents" });
  const [program] = await Promise.all([page.waitForEvent("download"), item.click()]);
  expect(await readFile(await program.path(), "utf8")).toContain("handoff(backAgent");
});

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each([1440, 390])("at %i px axe finds nothing, whatever is open", async (width) => {
    const page = await browser.visit({ as: owner, colorScheme, width });
    const address = await bring(page, { ...PAIR, name: `Looked at ${colorScheme} ${width}` });
    await open(page, address);
    const view =
      width > 1000
        ? page.getByRole("group", { name: "Agent Back" })
        : page.getByRole("list", { name: "Agents of this file" });
    await view.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("radio", { name: "List" }).click();
    for (const part of [/^Handoff Back/, /^Guardrail/, /^Tool calculator/, /^Agent as a tool Back/]) {
      await page.getByRole("button", { name: part }).first().click();
      await page.getByRole("button", { name: "Back to the agent" }).waitFor();
      expect(await violations(page)).toEqual([]);
    }
  });
});

const PAIR = {
  name: "Pair",
  model: { person: true },
  tools: [{ tool: "calculator", approval: { when: [{ at: "/op", is: "==", value: "/" }] } }],
  handoffs: [{ agent: "Back", inputType: HANDOFF.inputType, isEnabled: HANDOFF.isEnabled }],
  agentTools: ["Back"],
  guardrails: [{ name: "No secrets", on: "output", check: { type: "secrets" } }],
  agents: [
    { name: "Back", description: "Behind.", model: { rehearsal: { exchanges: [{ turns: [{ text: "Hm." }] }] } } },
  ],
};

async function begin(page: Page, name: string): Promise<void> {
  await open(page, "/agents/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("radio", { name: "A rehearsal" }).click();
}

/** Imports an agent, whose start agent is then called as the file says, and answers with its address. */
async function bring(page: Page, file: object): Promise<string> {
  await open(page, "/agents");
  await page.getByRole("button", { name: "Import" }).click();
  const buffer = Buffer.from(JSON.stringify(file));
  await page.getByTestId("agent-file").setInputFiles({ name: "a.json", mimeType: "application/json", buffer });
  await page.getByRole("button", { name: "Import the agent" }).click();
  await page.waitForURL(/\/agents\/(?!new)[^/]+$/);
  return new URL(page.url()).pathname;
}

/** Every option, in the side panel. */
async function fillHandoff(page: Page): Promise<void> {
  await page.getByLabel("Function name", { exact: true }).fill(HANDOFF.toolNameOverride);
  await page.getByLabel("Function description").fill(HANDOFF.toolDescriptionOverride);
  await page.getByLabel("Description of the target").fill("Gives money back.");
  await page.getByRole("button", { name: "Ask for a payload" }).press("Enter");
  await page.getByLabel("Name of the field reason").fill("order");
  await page.getByLabel("Description of order").fill("Its number");
  await page.getByLabel("Values of order").fill("A-1, A-2");
  await page.getByLabel("On handoff", { exact: true }).selectOption("dates");
  await page.getByLabel("What the target sees").selectOption("last");
  await page.getByLabel("Messages", { exact: true }).fill("3");
  await page.getByRole("radio", { name: "When…" }).press("Space");
  await page.getByLabel("Where, condition 1").fill("/data/plan");
  await page.getByLabel("Comparison, condition 1").selectOption("!=");
  await page.getByLabel("Value, condition 1").fill("5");
}

async function menu(page: Page, trigger: string, item: string, at = 0): Promise<void> {
  await page.getByRole("button", { name: trigger }).first().press("Enter");
  await page.getByRole("menuitem", { name: item }).nth(at).press("Enter");
}

type Place = { x: number; y: number };
type Thing = ReturnType<Page["locator"]>;

/** Drags a thing onto another, or by so many pixels. */
async function drag(page: Page, thing: Thing, to: Thing | Place): Promise<void> {
  const from = await centreOf(thing);
  const end = "x" in to ? { x: from.x + to.x, y: from.y + to.y } : await centreOf(to);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + end.x) / 2, (from.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

async function centreOf(thing: Thing): Promise<Place> {
  const box = await thing.boundingBox();
  if (!box) throw new Error("It is not there to be dragged.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

type Saved = { handoffs: object[]; tools: object[]; agents: object[] };

/** Saves by keyboard and answers with the file that is kept. */
async function save(page: Page): Promise<Saved> {
  await page.keyboard.press("Control+s");
  await page.waitForURL(/\/agents\/(?!new)[^/]+$/);
  await page.getByText("unsaved").waitFor({ state: "detached" });
  const answer = await page.request.get(`/api${new URL(page.url()).pathname}/file`);
  return JSON.parse(await answer.text());
}
