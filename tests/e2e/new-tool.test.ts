import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { countingTool } from "./make-tool.ts";
import { field, open, part, runTo } from "./tool-page.ts";

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
});

const upload = (page: Page) =>
  page.locator("form", { has: page.getByRole("heading", { name: "From a folder or a zip" }) });
const template = (page: Page) => page.locator("form", { has: page.getByRole("heading", { name: "From a template" }) });

test.each(["TypeScript", "Python"])("the %s template runs as it is", async (language) => {
  const page = await browser.visit({ as: owner });
  await open(page, "/tools");
  await page.keyboard.press("n");
  await page.waitForURL("**/tools/new");
  await template(page).getByRole("radio", { name: language }).click();
  await template(page).getByRole("textbox", { name: "Name" }).fill(`인사_${language}`);
  await template(page).getByRole("button", { name: "Create the tool" }).click();
  await page.getByRole("heading", { level: 1, name: `인사_${language}` }).waitFor();
  await field(page, "name").fill("지우");
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe("Hello, 지우!");
  expect(await part(page, "Log").textContent()).toContain("지우");
});

test("a folder becomes a tool, and so does a zip", async () => {
  const page = await browser.visit({ as: owner });
  const folder = await folderOf("from_folder", countingTool);
  await open(page, "/tools/new");
  await page.getByTestId("folder").setInputFiles(folder);
  await upload(page).getByText("entry file").waitFor();
  await upload(page).getByRole("button", { name: "Create the tool" }).click();
  await page.getByRole("heading", { level: 1, name: "from_folder" }).waitFor();
  await field(page, "to").fill("2");
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe("counted to 2");

  await open(page, "/tools/new");
  await page.getByTestId("zip").setInputFiles(zipOf("from_zip.zip", countingTool));
  await upload(page).getByRole("button", { name: "Create the tool" }).click();
  await page.getByRole("heading", { level: 1, name: "from_zip" }).waitFor();
});

test("what cannot be made is said in its place, and nothing is left of it", async () => {
  const page = await browser.visit({ as: owner, expecting: /status of 4\d\d/ });
  await open(page, "/tools/new");
  const name = template(page).getByRole("textbox", { name: "Name" });
  await name.fill("calculator");
  await template(page).getByText("There is a tool named “calculator” already").waitFor();
  await name.fill("no spaces");
  await template(page).getByText("cannot be a name").waitFor();
  expect(await template(page).getByRole("button", { name: "Create the tool" }).isDisabled()).toBe(true);

  await page.getByTestId("folder").setInputFiles(await folderOf("no_entry", { "readme.md": "nothing" }));
  await upload(page).getByText("There is no tool.py or tool.ts in it").waitFor();

  await page.getByTestId("zip").setInputFiles(zipOf("escape.zip", { "tool.ts": "export {}", "../../escape.ts": "1" }));
  await upload(page).getByRole("button", { name: "Create the tool" }).click();
  await upload(page).getByRole("alert").getByText("..").waitFor();
  await page
    .getByTestId("zip")
    .setInputFiles({ name: "torn.zip", mimeType: "application/zip", buffer: Buffer.from("PK torn") });
  await upload(page).getByRole("button", { name: "Create the tool" }).click();
  await upload(page).getByRole("alert").getByText("zip", { exact: false }).first().waitFor();

  await open(page, "/tools");
  await page.getByRole("link", { name: "calculator", exact: true }).waitFor();
  for (const gone of ["no_entry", "escape", "torn"])
    expect(await page.getByRole("link", { name: gone }).count()).toBe(0);
});

test("a tool that cannot be read is there to be repaired", async () => {
  const page = await browser.visit({ as: owner });
  await open(page, "/tools/new");
  await page
    .getByTestId("zip")
    .setInputFiles(zipOf("unreadable.zip", { "tool.ts": "export const ToolParameters = ;" }));
  await upload(page).getByRole("button", { name: "Create the tool" }).click();
  await page.getByRole("heading", { level: 1, name: "unreadable" }).waitFor();
  await page.getByRole("tab", { name: "Code" }).click();
  await page.getByRole("region", { name: "Problems" }).getByRole("button", { name: "tool.ts" }).waitFor();
  await open(page, "/tools");
  await page.getByText("cannot be read", { exact: true }).waitFor();
});

async function folderOf(name: string, files: Record<string, string>): Promise<string> {
  const above = mkdtempSync(path.join(os.tmpdir(), "toolroom-folder-"));
  onTestFinished(() => rmSync(above, { recursive: true }));
  const folder = path.join(above, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  return folder;
}

function zipOf(name: string, files: Record<string, string>) {
  const entries = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, strToU8(text)]));
  return { name, mimeType: "application/zip", buffer: Buffer.from(zipSync(entries)) };
}
