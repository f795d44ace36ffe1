import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { type Caller, OWNER } from "./owner.ts";
import type { Studio } from "./studio.ts";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type Visitor = {
  /** Whose session the browser has; nobody's when left out. */
  as?: Caller;
  width?: number;
  colorScheme?: "light" | "dark";
  /** What the browser may complain about here, such as an answer that the test provokes. */
  expecting?: RegExp;
};

/**
 * A browser for the test file; call it at the top. `visit` opens a page in a profile of its own, and the test fails when
 * the browser complained about anything there: an error, a refused resource, a broken content policy, another host.
 */
export function withBrowser(studio: Studio): { visit: (visitor?: Visitor) => Promise<Page> } {
  let browser: Browser | null = null;
  beforeAll(async () => {
    const executablePath = INSTALLED.find(existsSync) ?? chromium.executablePath();
    browser = await chromium.launch({ executablePath, args: FLAGS });
  });
  afterAll(() => browser?.close());
  return {
    async visit({ as, width = 1440, colorScheme = "light", expecting } = {}) {
      if (!browser) throw new Error("The browser is started before the tests, so a visit belongs into one.");
      const context = await browser.newContext({
        baseURL: studio.url,
        locale: "en-GB",
        colorScheme,
        viewport: { width, height: 900 },
      });
      context.setDefaultTimeout(20_000);
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      if (as) await context.addCookies(cookiesOf(as, studio));
      const problems = listProblems(context, studio);
      const page = await context.newPage();
      onTestFinished(async () => {
        await context.close();
        expect(problems.filter((problem) => !expecting?.test(problem))).toEqual([]);
      });
      return page;
    },
  };
}

/** Makes the first account as a person does: with the printed link. */
export async function signUp(page: Page, studio: Studio): Promise<void> {
  await page.goto(`/sign-up?token=${studio.token}`);
  for (const [name, value] of Object.entries(OWNER)) await page.locator(`input[name="${name}"]`).fill(value);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL("**/tools/**");
}

/** Fills in the sign-in form, which the page shows already, and sends it. */
export async function signIn(page: Page, password = OWNER.password): Promise<void> {
  await page.locator('input[name="email"]').fill(OWNER.email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
}

function listProblems(context: BrowserContext, studio: Studio): string[] {
  const problems: string[] = [];
  context.on("weberror", (error) => problems.push(error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} (${message.location().url})`);
  });
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== studio.url) problems.push(askedFor(request));
  });
  // Announced by the browser's look ahead, and then held back by the content policy: it never left.
  context.on("requestfailed", (request) => {
    const at = request.failure()?.errorText === "csp" ? problems.indexOf(askedFor(request)) : -1;
    if (at >= 0) problems.splice(at, 1);
  });
  return problems;
}

function askedFor(request: Request): string {
  return `asked another host: ${request.url()}`;
}

function cookiesOf({ cookie }: Caller, { url }: Studio) {
  return cookie.split("; ").map((pair) => {
    const cut = pair.indexOf("=");
    return { name: pair.slice(0, cut), value: pair.slice(cut + 1), url };
  });
}
