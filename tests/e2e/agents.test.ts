import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { open, rewrite } from "./tool-page.ts";
import { violations } from "./violations.ts";

const KEY = "sk-CANARY-0123456789abcdef";
const MESSAGE = "What is 2 * 21, and which weekday is 2026-03-02?";
const call = (name: string, given: object) => ({
  ...{ type: "function_call", call_id: `call_${name}`, name },
  arguments: JSON.stringify(given),
});

const server = withModelServer({ key: KEY, models: ["gpt-5", "gpt-5-mini"] });
const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
});

test("a provider, an agent with two tools, and a session with it", async () => {
  const page = await browser.visit({ as: owner });
  await open(page, "/agents/new");
  await page.getByRole("link", { name: "Add a provider" }).click();
  await addProvider(page);
  await checkProvider(page);
  expect(await violations(page)).toEqual([]);
  expect(await page.content()).not.toContain("CANARY");

  await open(page, "/agents/new");
  await fill(page, "Name", "계산 담당");
  await fill(page, "Instructions", "Use your tools.");
  await page.getByRole("button", { name: "Add tools", exact: true }).click();
  for (const tool of ["calculator", "dates"]) {
    await page.getByRole("combobox", { name: "Find a tool" }).fill(tool);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Take dates away" }).waitFor();
  await page.keyboard.press("Control+s");
  await page.getByRole("button", { name: "Publish…" }).click();
  await fill(page, "Note", "The first one");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish v1" }).click();
  await page.getByRole("link", { name: "Start a session" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("tab", { name: /Versions/ }).click();
  await page.getByText("The first one").waitFor();
  expect(await violations(page)).toEqual([]);

  server.play([
    [call("calculator", { a: 2, b: 21, op: "*" }), call("dates", { operation: "weekday", date: "2026-03-02" })],
    [{ type: "message", text: "It is forty-two, on a Monday." }],
  ]);
  await page.getByRole("link", { name: "Start a session" }).click();
  await page.getByRole("heading", { level: 2, name: /계산 담당/ }).waitFor();
  await fill(page, "First message", MESSAGE);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("It is forty-two, on a Monday.").waitFor({ timeout: 60_000 });
  const [first, second] = server.requests.slice(-2);
  expect(first?.body).toMatchObject({ model: "gpt-5", instructions: "Use your tools." });
  expect(JSON.stringify(second?.body)).toContain("42");
});

test("an edit by keyboard, a save from elsewhere, and the file that comes out", async () => {
  const page = await browser.visit({ as: owner });
  const address = await copySample(page);
  const other = await browser.visit({ as: owner });
  await open(other, address);
  await fill(other, "Description", "Theirs");
  await save(other);

  await fill(page, "Description", "Mine");
  await page.keyboard.press("Control+s");
  await page.getByText("Somebody saved or published this agent while you were editing.").waitFor();
  await page.getByRole("button", { name: "Keep my edits on top" }).click();
  await save(page);

  await page.getByRole("tab", { name: "As a file" }).click();
  await page.locator(".view-lines").first().waitFor();
  await rewrite(page, "The agent as a file", '{"name":"Small","model":{"person":true},"limits":{"turns":0}}');
  await page.getByText("limits.turns").waitFor();
  await rewrite(page, "The agent as a file", '{"name":"Small","model":{"person":true},"limits":{"turns":3}}');
  await page.getByText("limits.turns").waitFor({ state: "detached" });
  await save(page);
  await page.getByRole("tab", { name: "Design" }).click();
  expect(await page.getByLabel("Turns").inputValue()).toBe("3");

  const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "Export what was saved")]);
  expect(download.suggestedFilename()).toBe("Small.agent.json");
  const text = await readFile(await download.path(), "utf8");
  await choose(page, "Delete…");
  await page.getByRole("button", { name: "Delete the agent" }).click();
  await page.waitForURL("**/agents");
  await page.getByRole("button", { name: "Import" }).click();
  const file = { name: "a.json", mimeType: "application/json", buffer: Buffer.from(text) };
  await page.getByTestId("agent-file").setInputFiles(file);
  await page.getByRole("button", { name: "Import the agent" }).click();
  await page.getByRole("heading", { level: 1, name: "Small" }).waitFor();
});

async function addProvider(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /Another server/ }).click();
  await fill(page, "Name", "Test server");
  await page.getByRole("radio", { name: "Responses" }).click();
  await fill(page, "Base URL", server.url);
  await page.getByRole("switch", { name: "It may be at a private address" }).click();
  await fill(page, "Key", KEY);
  await fill(page, "Default model", "gpt-5");
  await page.keyboard.press("Control+s");
  await page.getByRole("heading", { level: 1, name: "Test server" }).waitFor();
}

async function checkProvider(page: Page): Promise<void> {
  server.play([[{ type: "message", text: "ok" }], [call("note", { word: "ok" })]]);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByText("All of it works.").waitFor();
  await page.getByRole("button", { name: "List", exact: true }).click();
  await page.getByRole("button", { name: "Make gpt-5-mini the default" }).waitFor();
}

/** Opens a copy of the sample and answers with its address. */
async function copySample(page: Page): Promise<string> {
  await open(page, "/agents");
  await page.getByRole("link", { name: "Invoice desk", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Invoice desk", exact: true }).waitFor();
  await choose(page, "Duplicate");
  await page.getByRole("heading", { level: 1, name: "Invoice desk 2" }).waitFor();
  return new URL(page.url()).pathname;
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await page.locator("header").getByText("unsaved", { exact: true }).waitFor({ state: "detached" });
}

async function fill(page: Page, name: string, value: string): Promise<void> {
  await page.getByLabel(name, { exact: true }).fill(value);
}
