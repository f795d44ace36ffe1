import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { beginSession, makeAgent } from "#tests/support/agent-session.ts";
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
  const turns = [{ calls: [{ name: "calculator", arguments: { a: 20, b: 1, op: "+" } }] }, { text: "That is all." }];
  await makeAgent("Careful", { exchanges: [{ turns }], tools: [{ tool: "calculator", approval: "always" }] });
});

/** The card that asks about the call. */
function question(page: Page) {
  return page.getByRole("region", { name: "calculator waits for approval" });
}

test.each([
  ["light", 1440],
  ["dark", 390],
] as const)(
  "a call is approved with other arguments, in the sight of another tab, %s %i",
  async (colorScheme, width) => {
    const sessionId = await beginSession(owner, "Careful", "add");
    const page = await browser.visit({ as: owner, colorScheme, width });
    const other = await browser.visit({ as: owner, colorScheme, width });
    for (const each of [page, other]) {
      await open(each, `/sessions/${sessionId}`);
      await question(each).waitFor({ timeout: 60_000 });
    }
    expect(await violations(page)).toEqual([]);
    await question(page).getByRole("button", { name: "Edit arguments" }).click();
    await question(page).getByLabel("a", { exact: true }).fill("41");
    expect(await violations(page)).toEqual([]);
    await question(page).getByRole("button", { name: "Approve with these arguments" }).click();
    for (const each of [page, other]) {
      await each.getByText("That is all.").waitFor({ timeout: 60_000 });
      expect(await question(each).count()).toBe(0);
    }
  },
);

test("a call is rejected in the inbox, whose number follows, and the model is told why", async () => {
  const page = await browser.visit({ as: owner });
  await open(page, "/approvals");
  await page.getByText("Nothing waits for you.").waitFor();
  const sessionId = await beginSession(owner, "Careful", "add");
  await question(page).waitFor({ timeout: 60_000 });
  await page.getByRole("link", { name: /Approvals.*1/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await question(page).getByRole("button", { name: "Reject…" }).click();
  await question(page).getByLabel("Why not (the model is told)").fill("Not today.");
  await question(page).getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByText("Nothing waits for you.").waitFor();
  await open(page, `/sessions/${sessionId}`);
  await page.getByText("That is all.").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /calculator/ }).click();
  await page.getByText("Rejected by Ada").waitFor();
  await page.getByText("Not today.").first().waitFor();
});
