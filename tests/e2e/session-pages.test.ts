import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { beginSession, makeAgent } from "#tests/support/agent-session.ts";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { countingTool, makeTool } from "./make-tool.ts";
import { composer, say } from "./session-page.ts";
import { open } from "./tool-page.ts";
import { violations } from "./violations.ts";

const WRITTEN =
  "# Title\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```py\nx = 1  # one\n```\n\n[link](https://example.com) `code`";

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  await makeTool(owner, "counting", countingTool);
  const turn = { reasoning: "Hm.", text: WRITTEN, calls: [{ name: "counting", arguments: { to: 900 } }] };
  await makeAgent("clerk", { tools: ["counting"], exchanges: [{ turns: [turn] }] });
});

/** The tool's environment is built before its first call. */
async function untilItRuns(page: Page): Promise<void> {
  await page.getByRole("group", { name: "1 call" }).getByText("running").waitFor({ timeout: 60_000 });
}

/** A session's page in each of the states that look different. */
const STATES: { name: string; agent: string; act: (page: Page) => Promise<unknown> }[] = [
  {
    name: "a call that runs, a message that waits, and commands to choose from",
    agent: "clerk",
    async act(page) {
      await untilItRuns(page);
      await say(page, "and then this");
      await page.getByRole("list", { name: "Messages that wait" }).waitFor();
      await composer(page).fill("/");
      await page.getByRole("listbox").waitFor();
    },
  },
  {
    name: "a run that was stopped, and a message that is edited",
    agent: "clerk",
    async act(page) {
      await untilItRuns(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Continue" }).waitFor();
      await page.getByRole("article", { name: "Ada said" }).hover();
      await page.getByRole("button", { name: "Edit and send in a copy of the session" }).click();
    },
  },
  {
    name: "a person who answers as the model",
    agent: "You are the model",
    async act(page) {
      await page.getByRole("button", { name: "Call a tool" }).click();
      await page.getByRole("menuitem", { name: "calculator" }).click();
    },
  },
  {
    name: "I cancelled a booking; refund it",
    agent: "Travel desk",
    async act(page) {
      await page.getByText("come back: what you paid").waitFor({ timeout: 60_000 });
      await page.getByRole("button", { name: "What was given along" }).click();
      await say(page, "Refund it to my card 4111 1111 1111 1111.");
      await page.getByRole("region", { name: "The guardrail “No card numbers” refused the message." }).waitFor();
    },
  },
  {
    name: "a session that is renamed",
    agent: "You are the model",
    act: (page) => say(page, "/rename"),
  },
];

test.each([
  ["light", 1440],
  ["dark", 390],
] as const)("axe finds nothing in any state, and all fits, %s %i", { timeout: 180_000 }, async (colorScheme, width) => {
  const page = await browser.visit({ as: owner, colorScheme, width });
  for (const { name, agent, act } of STATES) {
    await open(page, `/sessions/${await beginSession(owner, agent, name)}`);
    await act(page);
    expect(await violations(page), name).toEqual([]);
    const sizes = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(sizes[0], name).toBe(sizes[1]);
  }
});
