import { createHash } from "node:crypto";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { makeTool, typescriptTool } from "./make-tool.ts";
import { field, openTool, part, runTo } from "./tool-page.ts";

const FIRST = "nightingale-4f1d9c";
const SECOND = "nightingale-77aa02";

/** Lets its key slip wherever a tool can, and tells by its letters which key it had. */
const careless = typescriptTool({
  user: 'host: z.string().default("db.example"), api_key: z.string().optional().meta({ format: "password" })',
  tool: "fail: z.boolean().default(false)",
  head: 'import { writeFile } from "node:fs/promises";\nimport { createHash } from "node:crypto";',
  body: `const key = config.api_key ?? "none";
  process.stdout.write("log: " + key.slice(0, 5));
  process.stdout.write(key.slice(5) + "\\n");
  console.error("stderr: " + key);
  await writeFile(key + ".txt", "file");
  if (args.fail) throw new Error("refused " + key);
  return JSON.stringify({ key, host: config.host, print: createHash("sha256").update(key).digest("hex").slice(0, 8) });`,
});

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  await makeTool(owner, "careless", careless);
});

test("a configuration's secret goes in, is used, replaced and cleared, and never comes back", async () => {
  const page = await browser.visit({ as: owner });
  const heard = listen(page);
  await openTool(page, "careless");
  await page.getByRole("radio", { name: "Configuration" }).click();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await field(page, "Name").fill("운영");
  await page.getByLabel("api_key", { exact: true }).fill(FIRST);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("write-only").waitFor();
  expect(await resultOf(page)).toEqual({ key: "[redacted]", host: "db.example", print: printOf(FIRST) });
  await expectRedacted(page);

  await page.reload();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Replace api_key" }).click();
  await page.getByLabel("api_key", { exact: true }).fill(SECOND);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("write-only").waitFor();
  expect(await resultOf(page)).toMatchObject({ key: "[redacted]", print: printOf(SECOND) });

  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Clear api_key" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Edit" }).waitFor();
  await expect.poll(() => page.getByText("write-only").count()).toBe(0);
  expect(await resultOf(page)).toMatchObject({ key: "none" });
  expect(await heard()).toEqual([]);
});

test("a secret for one call only is hidden in a failure as well", async () => {
  const page = await browser.visit({ as: owner });
  const heard = listen(page);
  await openTool(page, "careless");
  await page.getByRole("radio", { name: "This call only" }).click();
  await page.getByLabel("api_key", { exact: true }).fill(FIRST);
  await page.getByRole("radiogroup", { name: "fail" }).getByRole("radio", { name: "true" }).click();
  await runTo(page, "exit 1");
  await page.getByText("refused [redacted]").first().waitFor();
  await expectRedacted(page);
  expect(await heard()).toEqual([]);
});

async function resultOf(page: Page): Promise<unknown> {
  await runTo(page, "exit 0");
  await page.getByRole("radiogroup", { name: "Show the result as" }).getByRole("radio", { name: "Text" }).click();
  return JSON.parse((await part(page, "Result").textContent()) ?? "");
}

function printOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 8);
}

async function expectRedacted(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Log/ }).click();
  expect(await part(page, "Log").textContent()).toContain("log: [redacted]");
  await page.getByRole("tab", { name: /^stderr/ }).click();
  expect(await part(page, "stderr").textContent()).toContain("stderr: [redacted]");
  await page.getByRole("tab", { name: /^Artifacts/ }).click();
  await page.getByRole("button", { name: /^\[redacted\]\.txt/ }).waitFor();
  const shown = await page.evaluate(() => document.documentElement.outerHTML);
  expect(shown.replaceAll(/<input[^>]*>/g, "")).not.toMatch(/nightingale/);
}

/** Listens to everything that the studio answers to the page, and tells which answers hold a key; streams count when they end. */
function listen(page: Page): () => Promise<string[]> {
  const leaks: Promise<string[]>[] = [];
  page.on("response", (response) => {
    const text = response.text().catch(() => "");
    leaks.push(text.then((body) => (body.includes("nightingale") ? [response.url()] : [])));
  });
  return async () => (await Promise.all(leaks)).flat();
}
