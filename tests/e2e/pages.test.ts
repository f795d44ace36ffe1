import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { beginSession } from "#tests/support/agent-session.ts";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { makeTool, typescriptTool } from "./make-tool.ts";
import { field, open, openTool, part, runTo, startRun } from "./tool-page.ts";
import { violations } from "./violations.ts";

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
let sessionId: string;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  sessionId = await beginSession(owner, "Invoice desk", "I invoiced 1,250,000 won. When is it due?");
  await makeTool(owner, "failing", typescriptTool({ body: 'throw new Error("This always happens.");' }));
  await makeTool(owner, "picture", typescriptTool({ tool: "image: z.base64()", body: "return args.image.length;" }));
});

type Place = { name: string; address: string | (() => string); act?: (page: Page) => Promise<unknown> };

/** Every page, and what opens over one. */
const PLACES: Place[] = [
  { name: "the gallery", address: "/tools" },
  { name: "the gallery as cards", address: "/tools?view=cards" },
  { name: "a search without a match", address: "/tools?query=nothing-like-it" },
  { name: "a new tool", address: "/tools/new" },
  { name: "a playground", address: "/tools/sample" },
  { name: "a result", address: "/tools/sample", act: (page) => runTo(page, "exit 0") },
  { name: "a failure", address: "/tools/failing", act: (page) => runTo(page, "exit 1") },
  { name: "a call that cannot be made", address: "/tools/calculator", act: (page) => field(page, "a").fill("") },
  { name: "a file as a parameter", address: "/tools/picture", act: chooseFile },
  { name: "the code", address: "/tools/sample?tab=code", act: (page) => page.locator(".view-lines").first().waitFor() },
  { name: "what the model sees", address: "/tools/query_table?tab=model" },
  { name: "the contract", address: "/tools/sample?tab=contract" },
  { name: "the environment", address: "/tools/calculator_py?tab=environment" },
  { name: "the agents", address: "/agents" },
  { name: "an agent file to bring in", address: "/agents", act: (page) => press(page, "Import") },
  { name: "a rehearsal", address: "/agents", act: openSample },
  { name: "an agent as a file", address: "/agents", act: openSampleFile },
  { name: "a new agent", address: "/agents/new" },
  { name: "tools to add", address: "/agents/new", act: (page) => press(page, "Add tools") },
  { name: "no model provider", address: "/settings/providers" },
  { name: "a new model provider", address: "/settings/providers/new", act: (page) => press(page, "Add a header") },
  { name: "a schema to come", address: "/schema" },
  {
    name: "a schema",
    address: "/schema",
    act: (page) => page.getByRole("button", { name: "A tagged union" }).click(),
  },
  { name: "a new session", address: "/sessions/new" },
  { name: "the sessions", address: "/sessions" },
  { name: "a session", address: () => `/sessions/${sessionId}`, act: openCall },
  { name: "a session's usage", address: () => `/sessions/${sessionId}`, act: (page) => openPanel(page, "Usage") },
  { name: "a session's events", address: () => `/sessions/${sessionId}`, act: (page) => openPanel(page, /^Events/) },
  { name: "the palette", address: "/tools/calculator", act: (page) => page.keyboard.press("Control+k") },
  { name: "the shortcuts", address: "/tools", act: (page) => page.keyboard.press("?") },
  { name: "no such tool", address: "/tools/no-such-tool" },
];

test.each(["light", "dark"] as const)(
  "axe finds nothing on any page, %s",
  { timeout: 240_000 },
  async (colorScheme) => {
    const visitor = await browser.visit({ colorScheme });
    await open(visitor, "/sign-in");
    expect(await violations(visitor), "sign-in").toEqual([]);
    const page = await browser.visit({ as: owner, colorScheme });
    for (const { name, address, act } of PLACES) {
      await open(page, typeof address === "string" ? address : address());
      await act?.(page);
      expect(await violations(page), name).toEqual([]);
    }
  },
);

test("no page is wider than a narrow screen", { timeout: 240_000 }, async () => {
  const page = await browser.visit({ as: owner, width: 390 });
  for (const { name, address, act } of PLACES) {
    await open(page, typeof address === "string" ? address : address());
    await act?.(page);
    const { width, place } = await page.evaluate(() => ({
      width: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
      place: document.documentElement.clientWidth,
    }));
    expect(width, name).toBeLessThanOrEqual(place);
  }
});

test("on a narrow screen the result comes into sight, and Run stays there", async () => {
  const page = await browser.visit({ as: owner, width: 390 });
  await openTool(page, "sample");
  const run = page.getByRole("button", { name: /^Run/ });
  await expect.poll(() => inSight(run)).toBe(true);
  await runTo(page, "exit 0");
  await expect.poll(() => inSight(page.getByText("exit 0", { exact: true }).first())).toBe(true);
  await expect.poll(() => inSight(run)).toBe(true);
});

test("theme and language change at once, and stay", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "calculator");
  await field(page, "a").fill("1234");
  await page.getByRole("button", { name: "Appearance" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(() => groundOf(page)).toBeLessThan(60);
  await page.getByRole("button", { name: "Appearance" }).click();
  await page.getByRole("menuitemradio", { name: "한국어" }).click();
  await page.getByRole("tab", { name: "플레이그라운드" }).waitFor();
  expect(await field(page, "a").inputValue()).toBe("1234");
  await page.reload();
  await page.getByRole("tab", { name: "플레이그라운드" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("ko");
  expect(await groundOf(page)).toBeLessThan(60);
});

test("from the gallery to a result and back with the keyboard alone", async () => {
  const page = await browser.visit({ as: owner });
  await open(page, "/tools");
  await page.getByRole("table", { name: "Tools" }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("calc");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "calculator" }).waitFor();

  await tabTo(page, "a");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("20");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("3");
  await startRun(page);
  await part(page, "Result").getByText("60").waitFor();
  await tabTo(page, "Result");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("dates");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "dates" }).waitFor();
});

function press(page: Page, name: string): Promise<void> {
  return page.getByRole("button", { name, exact: true }).click();
}

async function openSample(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Invoice desk", exact: true }).click();
  await page.locator(".view-lines").first().waitFor();
}

async function openSampleFile(page: Page): Promise<void> {
  await openSample(page);
  await page.getByRole("tab", { name: "As a file" }).click();
  await page.getByText("The design shows the same text.", { exact: false }).waitFor();
  await page.locator(".view-lines").first().waitFor();
}

async function chooseFile(page: Page): Promise<void> {
  const file = { name: "noise.bin", mimeType: "", buffer: Buffer.alloc(50_000, 7) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("noise.bin", { exact: false }).first().waitFor();
}

async function openCall(page: Page): Promise<void> {
  await page.getByText("These words were written before").waitFor({ timeout: 80_000 });
  await page.getByRole("button", { name: /^calculator/ }).click();
  await page.getByRole("button", { name: "What the model got" }).click();
}

/** Where there is no room for it the panel is closed at first. */
async function openPanel(page: Page, tab: string | RegExp): Promise<void> {
  const found = page.getByRole("tab", { name: tab });
  if (!(await found.isVisible())) await page.getByRole("button", { name: "Artifacts, usage and events" }).click();
  await found.click();
}

function inSight(element: ReturnType<Page["locator"]>): Promise<boolean> {
  return element.evaluate((found) => {
    const { top, bottom, left } = found.getBoundingClientRect();
    return (
      top >= 0 &&
      bottom <= window.innerHeight &&
      found.contains(document.elementFromPoint(left + 8, (top + bottom) / 2))
    );
  });
}

/** How light the page's ground is, from 0 to 255. */
function groundOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) return 255;
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data[0] ?? 255;
  });
}

/** Presses Tab until the element with that accessible name has the keyboard. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const element = document.activeElement;
      const label =
        element instanceof HTMLElement && element.id
          ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`)
          : null;
      return element?.getAttribute("aria-label") ?? label?.textContent ?? "";
    });
    if (here.trim() === name) return;
  }
  throw new Error(`Tab does not lead to "${name}".`);
}
