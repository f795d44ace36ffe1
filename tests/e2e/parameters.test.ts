import { beforeAll, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { field, openTool, part, rewrite, runTo, startRun } from "./tool-page.ts";

const BEYOND_DOUBLES = "9007199254740993";

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
});

test("the form becomes JSON and JSON the form, and no digit is lost on the way to the tool", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "calculator");
  await field(page, "a").fill(BEYOND_DOUBLES);
  await page.getByRole("radio", { name: "JSON" }).click();
  await page.locator(".view-lines").getByText(BEYOND_DOUBLES).waitFor();

  await rewrite(page, "ToolParameters", `{"op": "-", "b": 0.10, "a": ${BEYOND_DOUBLES}}`);
  await page.getByRole("radio", { name: "Form" }).click();
  expect(await field(page, "a").inputValue()).toBe(BEYOND_DOUBLES);
  expect(await field(page, "b").inputValue()).toBe("0.10");
  expect(await page.getByRole("combobox", { name: "op" }).inputValue()).not.toBe("");

  // A JavaScript tool could only get another number, so the studio says so: it has every digit.
  await page.keyboard.press("Control+Enter");
  await page.getByText("has more digits than a JavaScript number keeps").first().waitFor();
});

test("Run says why it is off, does nothing, and leads to the field", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "calculator");
  await field(page, "a").fill("");
  const run = page.getByRole("button", { name: /^Run/ });
  expect(await run.getAttribute("aria-disabled")).toBe("true");
  const reason = page.locator("#run-note");
  expect(await reason.textContent()).toContain("a:");
  await field(page, "b").focus();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => field(page, "a").evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field(page, "a").getAttribute("aria-invalid")).toBe("true");
  expect(new URL(page.url()).searchParams.has("run")).toBe(false);
  await page.keyboard.insertText("8");
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe("48");
});

test("JSON that is none stays as it was written, and says where it breaks", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "calculator");
  await page.getByRole("radio", { name: "JSON" }).click();
  await page.locator(".view-lines").first().waitFor();
  await rewrite(page, "ToolParameters", '{"a": 7, "b": }');
  await expect.poll(() => page.locator("#run-note").textContent()).toMatch(/line 1/i);
  await page.getByRole("radio", { name: "Form" }).click();
  await page.locator(".view-lines").getByText('"b": }').waitFor();
});

test("what is not sent, null and empty text are three things", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "sample");
  await page.getByRole("button", { name: "Set nickname" }).click();
  await runTo(page, "exit 0");
  await page.getByRole("tab", { name: /^Call/ }).click();
  const sent = JSON.parse((await part(page, "Arguments as sent").textContent()) ?? "");
  expect(sent).toMatchObject({ nickname: "", remark: null });
  expect(sent).not.toHaveProperty("colour");
});

test("an Enter that ends a Korean syllable starts nothing", async () => {
  const page = await browser.visit({ as: owner });
  await openTool(page, "sample");
  await field(page, "name").focus();
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.imeSetComposition", { text: "한", selectionStart: 1, selectionEnd: 1 });
  await composingEnter(page, { ctrlKey: true });
  await composingEnter(page, { ctrlKey: false });
  await keyboard.send("Input.insertText", { text: "한글" });
  expect(await field(page, "name").inputValue()).toContain("한글");
  expect(await page.getByRole("button", { name: /^Run/ }).isVisible()).toBe(true);
  expect(new URL(page.url()).searchParams.has("run")).toBe(false);
  await startRun(page);
  await page.getByRole("tree", { name: "Result" }).getByText("한글").first().waitFor();
});

/** The key event that a browser sends for an Enter which the input method takes for itself. */
async function composingEnter(page: Awaited<ReturnType<typeof browser.visit>>, { ctrlKey }: { ctrlKey: boolean }) {
  await page.evaluate((ctrl) => {
    const init = { key: "Enter", keyCode: 229, isComposing: true, ctrlKey: ctrl, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init));
  }, ctrlKey);
}
