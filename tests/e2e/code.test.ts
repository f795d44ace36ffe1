import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { makeTool, typescriptTool } from "./make-tool.ts";
import { openTool, part, rewrite, runTo } from "./tool-page.ts";

const returning = (text: string) => typescriptTool({ body: `return ${JSON.stringify(text)};` });
const source = (text: string) => returning(text)["tool.ts"] ?? "";

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  for (const [name, text] of [
    ["edited", "one"],
    ["tool_a", "A1"],
    ["tool_b", "B1"],
  ] as const) {
    await makeTool(owner, name, returning(text));
  }
});

test("an edit, ⌘S, and the next run is of the new version", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "edited");
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe("one");
  await openCode(page, "one");
  await save(page, source("two"));
  await page.getByText("v2", { exact: true }).waitFor();
  await page.getByText("No problems", { exact: false }).waitFor();
  await page.getByRole("tab", { name: "Playground" }).click();
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe("two");
});

test("code that cannot be read is saved with its problem, and repaired in place", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "edited", "?tab=code");
  await page.locator(".view-lines").first().waitFor();
  await save(page, "export const ToolParameters = ;");
  await page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "tool.ts" }).waitFor();
  await save(page, source("repaired"));
  await page.getByText("No problems", { exact: false }).waitFor();
});

test("an unsaved edit stays with its own tool when another is opened", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "tool_a", "?tab=code");
  await page.locator(".view-lines").getByText("A1").waitFor();
  await edit(page, source("A2"));
  await jumpTo(page, "tool_b");
  await openCode(page, "B1");
  expect(await page.locator(".view-lines").getByText("A2").count()).toBe(0);
  await save(page, source("B2"));
  await page.getByText("v2", { exact: true }).waitFor();

  await jumpTo(page, "tool_a");
  await openCode(page, "A2");
  await page.getByText("v1", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Playground" }).click();
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe("A1");
});

test("a tool of the catalogue is changed as a copy", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "calculator", "?tab=code");
  await page.getByText("read-only").waitFor();
  await page.getByRole("button", { name: "Duplicate to edit" }).click();
  await page.getByRole("heading", { level: 1, name: "calculator_2" }).waitFor();
  await page.getByRole("button", { name: /^Save/ }).waitFor();
});

async function openCode(page: Page, text: string): Promise<void> {
  await page.getByRole("tab", { name: "Code" }).click();
  await page.locator(".view-lines").getByText(text).waitFor();
}

async function edit(page: Page, text: string): Promise<void> {
  await rewrite(page, "Text of tool.ts", text);
  await page.getByText("changed", { exact: true }).waitFor();
}

async function save(page: Page, text: string): Promise<void> {
  await edit(page, text);
  await page.keyboard.press("Control+s");
  await page.getByText("changed", { exact: true }).waitFor({ state: "detached" });
}

/** Goes to another tool without loading the page anew. */
async function jumpTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump to" }).fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name }).waitFor();
}
