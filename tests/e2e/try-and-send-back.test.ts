import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { db } from "#lib/db/client.ts";
import { beginSession, makeAgent } from "#tests/support/agent-session.ts";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { open, rewrite } from "./tool-page.ts";
import { violations } from "./violations.ts";

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
});

const plays = (text: string) => JSON.stringify({ exchanges: [{ turns: [{ text }] }] });

test("a draft is tried, rewritten, tried again, published, and then had in a session", async () => {
  const page = await browser.visit({ as: owner });
  await open(page, "/agents/new");
  await page.getByLabel("Name", { exact: true }).fill("견적 담당");
  await page.getByRole("radio", { name: "A rehearsal" }).click();
  // What is pasted before the editor is there would go into the plain text that stands in for it.
  await page.locator(".view-lines").first().waitFor();
  await rewrite(page, "The rehearsal", plays("The first words."));
  await page.getByRole("button", { name: "Try it" }).click();
  await say(page, "Message to 견적 담당", "hello");
  await page.getByText("The first words.").last().waitFor({ timeout: 60_000 });
  await rewrite(page, "The rehearsal", plays("Other words."));
  await say(page, /Message to|견적 담당/, "again");
  await thread(page).getByText("Other words.").waitFor({ timeout: 60_000 });
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press("Control+s");
  await page.getByRole("heading", { level: 1, name: "견적 담당" }).waitFor();
  await page.getByRole("button", { name: "Publish…" }).click();
  await page.getByLabel("Note").fill("First");
  await page.getByRole("button", { name: "Publish v1" }).click();
  await page.getByRole("link", { name: "Start a session" }).click();
  await page.getByLabel("First message", { exact: true }).fill("hello");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Other words.").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Show tries of drafts" }).click();
  await page
    .getByRole("navigation", { name: /Sessions/ })
    .getByText("· try")
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
});

test("a call is opened in the playground, edited, run, and its result sent back into a fork", async () => {
  const call = { name: "calculator", arguments: { a: 20, b: 1, op: "+" } };
  const exchanges = [{ turns: [{ calls: [call] }, { text: "That is it." }] }];
  await makeAgent("Adder", { exchanges, tools: ["calculator"] });
  const sessionId = await beginSession(owner, "Adder", "add");
  const page = await browser.visit({ as: owner });
  await open(page, `/sessions/${sessionId}`);
  await page.getByText("That is it.").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /calculator/ }).click();
  await page.getByRole("link", { name: "Open in playground" }).click();
  await page.getByText("the current one.").waitFor();
  await page
    .getByRole("spinbutton", { name: "a" })
    .or(page.getByLabel("a", { exact: true }))
    .first()
    .fill("41");
  await page.keyboard.press("Control+Enter");
  const send = page.getByRole("button", { name: "Send the new result back" });
  await expect.poll(() => send.isEnabled(), { timeout: 60_000 }).toBe(true);
  expect(await violations(page)).toEqual([]);
  await send.click();
  await page.waitForURL((url) => url.pathname.startsWith("/sessions/ses_") && !url.pathname.endsWith(sessionId));
  await page.getByText("That is it.").waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: /calculator/ }).click();
  await page.getByText("with other arguments.").waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await db().run.count({ where: { sessionId } })).toBe(1);
});

function thread(page: Page) {
  return page.getByRole("complementary", { name: "Try it" });
}

async function say(page: Page, name: string | RegExp, text: string): Promise<void> {
  const box = thread(page).getByRole("textbox", { name });
  await box.fill(text);
  await box.press("Enter");
}
