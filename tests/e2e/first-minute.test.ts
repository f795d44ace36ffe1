import { expect, test } from "vitest";
import { signIn, signUp, withBrowser } from "#tests/support/browser.ts";
import { withStudio } from "#tests/support/studio.ts";
import { field, part, runTo, untilAwake } from "./tool-page.ts";

const studio = withStudio();
const browser = withBrowser(studio);

test("the printed link leads to an account, and one key to the first result", async () => {
  const page = await browser.visit();
  await signUp(page, studio);
  expect(new URL(page.url()).pathname).toBe("/tools/calculator");
  await untilAwake(page);
  expect(await field(page, "a").inputValue()).toBe("7");
  expect(await field(page, "b").inputValue()).toBe("6");
  await runTo(page, "exit 0");
  expect(await part(page, "Result").textContent()).toBe("42");
  expect(await part(page, "What the model gets").textContent()).toBe("42");
  await page.getByRole("list", { name: "Earlier runs" }).getByRole("button", { name: "a = 7, b = 6" }).waitFor();
});

test("the link opens nothing a second time", async () => {
  const page = await browser.visit();
  await page.goto(`/sign-up?token=${studio.token}`);
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("signing in leads to where one wanted to go, and signing out leaves nothing open", async () => {
  const page = await browser.visit({ expecting: /status of 401/ });
  await page.goto("/tools/dates");
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await signIn(page, "not the password");
  await page.getByText("The e-mail address or the password is not right.").waitFor();
  await signIn(page);
  await page.waitForURL((url) => url.pathname === "/tools/dates");

  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/sign-in");
  await page.goto("/tools/dates");
  await page.waitForURL((url) => url.pathname === "/sign-in");
  expect(
    await page.evaluate(() => fetch("/api/runs", { method: "POST", body: "{}" }).then(({ status }) => status)),
  ).toBe(401);
});
