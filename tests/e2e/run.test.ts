import { readdir, readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { countingTool, makeTool, typescriptTool } from "./make-tool.ts";
import { field, openTool, part, runTo, startRun } from "./tool-page.ts";

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  await makeTool(owner, "counting", countingTool);
  await makeTool(
    owner,
    "failing",
    typescriptTool({ tool: "text: z.string()", body: 'console.error("before it"); throw new Error(args.text);' }),
  );
});

test("the log comes while the tool runs, and Esc ends tool and process", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "counting");
  await field(page, "to").fill("600");
  const run = await startRun(page);
  await part(page, "Log").getByText("number 3", { exact: true }).waitFor();
  expect(await processesWith(run)).not.toEqual([]);
  expect(await page.getByText("counted to 600").count()).toBe(0);

  await page.keyboard.press("Escape");
  await page.getByText("The run was stopped.").first().waitFor();
  await page.getByRole("button", { name: /^Run/ }).waitFor();
  await expect.poll(() => processesWith(run)).toEqual([]);
  await page.getByRole("list", { name: "Earlier runs" }).getByRole("img", { name: "stopped" }).waitFor();
});

test("a run goes on without the tab that began it; others watch it, and a reload shows it whole", async () => {
  const first = await browser.visit({ as: owner });
  await openTool(first, "counting");
  await field(first, "to").fill("40");
  const run = await startRun(first);
  await part(first, "Log").getByText("number 2", { exact: true }).waitFor();

  const second = await browser.visit({ as: owner });
  await openTool(second, "counting", `?run=${run}`);
  await second.getByRole("button", { name: /^Stop/ }).first().waitFor();
  await part(second, "Log").getByText("number 2", { exact: true }).waitFor();
  await first.close();

  await part(second, "Result").getByText("counted to 40").waitFor();
  await second.getByRole("list", { name: "Earlier runs" }).getByRole("img", { name: "succeeded" }).waitFor();
  await second.reload();
  await part(second, "Result").getByText("counted to 40").waitFor();
  await second.getByRole("tab", { name: "Log 40" }).waitFor();
  expect(await field(second, "to").inputValue()).toBe("40");
});

test("a failure says what happened, and stderr is in sight", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "failing");
  await field(page, "text").fill("나쁜 값: <b>13</b>");
  await runTo(page, "exit 1");
  await page.getByRole("alert").getByText("The tool failed.").waitFor();
  expect(await page.getByRole("tab", { name: /^stderr/ }).getAttribute("aria-selected")).toBe("true");
  const stderr = await part(page, "stderr").textContent();
  expect(stderr).toContain("before it");
  expect(stderr).toContain("나쁜 값: <b>13</b>");
  expect(await part(page, "What the model gets").textContent()).toContain("exit code 1");
});

test("an earlier run comes back with a click: its parameters, its result, its address", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "calculator");
  const run = await runTo(page, "exit 0");
  await field(page, "a").fill("1.5");
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe("9");
  await page.getByRole("list", { name: "Earlier runs" }).getByRole("button").nth(1).click();
  await part(page, "Result").getByText("42").waitFor();
  expect(await field(page, "a").inputValue()).toBe("7");
  expect(new URL(page.url()).searchParams.get("run")).toBe(run);
});

/** The processes that have this text in their environment: those of a run carry the path of its artifacts. */
async function processesWith(text: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(ids.map((id) => readFile(`/proc/${id}/environ`, "latin1").catch(() => "")));
  return ids.filter((_, index) => environments[index]?.includes(text));
}
