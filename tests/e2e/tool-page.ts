import type { Page } from "playwright-core";

/** A part of a run as the page shows it: "Result", "What the model gets", "Log", "stderr" … */
export function part(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}

/** The text field of a parameter. */
export function field(page: Page, name: string) {
  return page.getByRole("textbox", { name, exact: true });
}

/** Opens a page and waits until it does something. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilAwake(page);
}

/** Waits until a page that was just loaded listens to keys, which is a moment after it is drawn. */
export async function untilAwake(page: Page): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  await page.waitForFunction(() => {
    const heading = document.querySelector("h1, h2");
    return heading !== null && Object.keys(heading).some((key) => key.startsWith("__react"));
  });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
}

/** Opens a tool's page. */
export async function openTool(page: Page, name: string, query = ""): Promise<void> {
  await open(page, `/tools/${name}${query}`);
}

/** Presses ⌘↵ and answers with the id of the run, once the address names it. */
export async function startRun(page: Page): Promise<string> {
  const before = runOf(page);
  await page.keyboard.press("Control+Enter");
  await page.waitForURL((url) => (url.searchParams.get("run") ?? before) !== before);
  return runOf(page) ?? "";
}

/** Starts a run and waits until it has ended with this word, such as "exit 0", and is in the history. */
export async function runTo(page: Page, ending: string): Promise<string> {
  const run = await startRun(page);
  // The tool's environment may have to be built before.
  await page.getByRole("button", { name: /^Run/ }).waitFor({ timeout: 80_000 });
  await page.getByText(ending, { exact: true }).first().waitFor();
  await page.getByRole("list", { name: "Earlier runs" }).locator("[aria-current=true]").waitFor();
  return run;
}

/** Replaces the text of the code or JSON editor of that name, as pasted: what is typed, an editor would complete. */
export async function rewrite(page: Page, label: string, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.getByRole("textbox", { name: label }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}

function runOf(page: Page): string | null {
  return new URL(page.url()).searchParams.get("run");
}
