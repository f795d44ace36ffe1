import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { beginSession, makeAgent } from "#tests/support/agent-session.ts";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { countingTool, makeTool } from "./make-tool.ts";
import { composer, openSession, say } from "./session-page.ts";
import { open } from "./tool-page.ts";

const WORDS = Array.from({ length: 120 }, (_, index) => `word${index + 1}`);
const LONG = `# 긴 답변\n\n${WORDS.join(" ")}\n\n- end of it`;

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  await makeTool(owner, "counting", countingTool);
  const count = (to: number) => ({ name: "counting", arguments: { to } });
  await makeAgent("clerk", {
    tools: ["counting"],
    exchanges: [
      { when: "count", turns: [{ text: "I count.", calls: [count(2), count(3)] }, { text: '{{result "counting"}}.' }] },
      { when: "on and on", turns: [{ text: "Off I go.", calls: [count(600)] }, { text: "Done." }] },
      { when: "twice", turns: [{ calls: [count(80)] }, { text: "First." }] },
      { when: "rather", turns: [{ text: "Rather that." }] },
      { turns: [{ text: LONG }] },
    ],
  });
});

const answer = (page: Page, text: string | RegExp) => page.getByRole("article", { name: /answered$/ }).getByText(text);

test("from nothing to an answer that called two tools, with the keyboard", async () => {
  const page = await browser.visit({ as: owner });
  await open(page, "/tools");
  await page.keyboard.press("s");
  await page.getByRole("radio", { name: /Invoice desk/ }).click();
  const first = page.getByRole("textbox", { name: "First message" });
  await first.fill("I invoiced 1,250,000 won plus 10 % tax on 21 September 2026. When is it due?");
  await first.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^I invoiced/ }).waitFor();
  const calls = page.getByRole("group", { name: "2 calls" });
  await calls.getByRole("button", { name: /^calculator/ }).click();
  // The tools' environments may have to be built before.
  await calls.getByRole("group", { name: "Result" }).getByText("1375000").waitFor({ timeout: 80_000 });
  await answer(page, "1375000 won").waitFor();
  await page.getByText("Rehearsal", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Open in playground" }).click();
  await page.getByRole("heading", { level: 1, name: "calculator" }).waitFor();
  expect(await page.getByRole("textbox", { name: "a", exact: true }).inputValue()).toBe("1250000");
});

test("a reload and another browser in mid-answer show the same, whole and once", async () => {
  const page = await browser.visit({ as: owner });
  const id = await beginSession(owner, "clerk", "Tell me something long");
  await openSession(page, id);
  await answer(page, /word5 /).waitFor();
  await page.reload();
  const second = await browser.visit({ as: owner });
  await openSession(second, id);
  for (const each of [page, second]) {
    await answer(each, "end of it").waitFor();
    expect(await answer(each, /^word1 /).textContent()).toBe(WORDS.join(" "));
  }
});

test("Esc stops the tools that run; what was done stays, and one can go on", async () => {
  const page = await browser.visit({ as: owner });
  await openSession(page, await beginSession(owner, "clerk", "Go on and on"));
  const calls = page.getByRole("group", { name: "1 call", exact: true });
  await calls.getByText("running").waitFor();
  await page.keyboard.press("Escape");
  await calls.getByText("stopped", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await answer(page, "Off I go.").waitFor();
  await say(page, "rather this");
  await answer(page, "Rather that.").waitFor();
});

test("while a run goes on a message waits, joins it, or is taken back", async () => {
  const page = await browser.visit({ as: owner });
  await openSession(page, await beginSession(owner, "clerk", "twice"));
  const waiting = page.getByRole("list", { name: "Messages that wait" });
  await page.getByText("running").first().waitFor();
  await say(page, "never mind");
  await waiting.getByRole("listitem").filter({ hasText: "Queued" }).getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => composer(page).inputValue()).toBe("never mind");
  await say(page, "count again");
  await page.getByRole("radio", { name: "Steer" }).click();
  await say(page, "by the way");
  await waiting.getByText("by the way").waitFor();
  await page.getByRole("article", { name: "Ada said" }).getByText("by the way").waitFor();
  await page.getByRole("article", { name: "Ada said" }).getByText("count again").waitFor();
  await answer(page, "counted to 3.").waitFor();
  await waiting.waitFor({ state: "detached" });
});

test("a message is said differently in a fork; the session stays as it was", async () => {
  const page = await browser.visit({ as: owner });
  const id = await beginSession(owner, "clerk", "count please");
  await openSession(page, id);
  await answer(page, "counted to 3.").waitFor();
  await page.getByRole("article", { name: "Ada said" }).hover();
  await page.getByRole("button", { name: "Edit and send in a copy of the session" }).click();
  await page.getByRole("textbox", { name: /sent differently/ }).fill("rather this");
  await page.getByRole("button", { name: "Send in a fork" }).click();
  await answer(page, "Rather that.").waitFor();
  await page.getByRole("link", { name: "Forked from another session" }).click();
  await answer(page, "counted to 3.").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/sessions/${id}`);
});

test("a session is kept as a file, renamed, put aside, found again and deleted", async () => {
  const page = await browser.visit({ as: owner });
  await openSession(page, await beginSession(owner, "clerk", "rather unusual"));
  await answer(page, "Rather that.").waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Markdown" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  expect(await readFile(await download.path(), "utf8")).toContain("Rather that.");

  await say(page, "/rename");
  await page.getByRole("textbox", { name: "Title" }).fill("아주 드문 이름");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "아주 드문 이름" }).waitFor();
  await say(page, "/archive");
  await page.getByText("Archived", { exact: true }).waitFor();
  const list = page.getByRole("region", { name: "Sessions", exact: true });
  await list.getByRole("button", { name: "Show the archive" }).click();
  await list.getByRole("searchbox").fill("드문");
  await list.getByRole("link", { name: /아주 드문 이름/ }).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForURL("**/sessions");
  await list.getByText("No session has this in its title").waitFor();
});

test("what is attached is shown, and so is what a tool leaves", async () => {
  const page = await browser.visit({ as: owner });
  await openSession(page, await beginSession(owner, "clerk", "rather"));
  await answer(page, "Rather that.").waitFor();
  const file = { name: "매출.csv", mimeType: "text/csv", buffer: Buffer.from("달,원\n1월,300\n") };
  await page.locator("input[type=file]").setInputFiles(file);
  const attached = page.getByRole("list", { name: "Attached files" });
  await attached.getByText("매출.csv").waitFor();
  await attached.getByText("uploading").waitFor({ state: "detached" });
  await say(page, "rather this file");
  await page
    .getByRole("article", { name: "Ada said" })
    .getByRole("button", { name: /매출.csv/ })
    .click();
  await page.getByRole("complementary", { name: "About this session" }).getByText("300").waitFor();
});

test("on a narrow screen, in Korean, there is the list, then the session, and back", async () => {
  const page = await browser.visit({ as: owner, width: 390 });
  await page.context().addCookies([{ name: "locale", value: "ko", url: studio.url }]);
  await beginSession(owner, "clerk", "rather 좁은 화면");
  await open(page, "/sessions");
  await page.getByRole("link", { name: /좁은 화면/ }).click();
  await answerIn(page, "Rather that.").waitFor();
  await page.getByRole("button", { name: "파일, 사용량, 이벤트" }).click();
  await page.getByRole("tab", { name: "사용량" }).click();
  await page.getByText("리허설은 모델에 묻지 않으므로").waitFor();
  await page.getByRole("button", { name: "패널 닫기" }).click();
  await page.getByRole("link", { name: "모든 세션" }).click();
  await page.getByRole("heading", { level: 1, name: "세션" }).waitFor();
});

const answerIn = (page: Page, text: string) => page.getByRole("article", { name: /의 답변$/ }).getByText(text);
