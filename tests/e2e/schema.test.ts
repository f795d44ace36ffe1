import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { withBrowser } from "#tests/support/browser.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { open, part, rewrite, untilAwake } from "./tool-page.ts";

const CITY = { type: "object", properties: { city: { type: "string", minLength: 2 } }, required: ["city"] };

const studio = withStudio();
const browser = withBrowser(studio);
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
});

test("a pasted schema is a form, a payload and a definition; it stays with the browser, and nothing of it is in the address", async () => {
  const page = await browser.visit({ as: owner });
  await openSchema(page);
  await rewrite(page, "Schema", JSON.stringify({ ...CITY, title: "weather" }, null, 2));
  await city(page).fill("S");
  await part(page, "Payload").getByText("city: This needs at least 2 characters.").waitFor();
  await city(page).fill("Seoul");
  await part(page, "Payload").getByText("fits", { exact: true }).waitFor();
  await part(page, "What the model sees").getByText("strict", { exact: true }).waitFor();
  await part(page, "As it is sent").getByText('"weather"').waitFor();

  await rewrite(page, "Payload", '{"city": "Busan"}');
  await expect.poll(() => city(page).inputValue()).toBe("Busan");

  await page.reload();
  await untilAwake(page);
  expect(await city(page).inputValue()).toBe("Busan");
  await page.getByRole("link", { name: "Tools", exact: true }).click();
  await page.getByRole("table", { name: "Tools" }).waitFor();
  await page.goBack();
  expect(await city(page).inputValue()).toBe("Busan");
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe("");
});

test("JSON that breaks off is placed, and the last form stays, marked", async () => {
  const page = await browser.visit({ as: owner });
  await openSchema(page);
  await rewrite(page, "Schema", JSON.stringify(CITY));
  await city(page).fill("Seoul");
  await rewrite(page, "Schema", '{"type": ');
  await part(page, "Schema").getByText("(line 1, column 10)").waitFor();
  await part(page, "Form").getByText("earlier text").waitFor();
  expect(await city(page).inputValue()).toBe("Seoul");
});

test("a tool is chosen from what an MCP server lists", async () => {
  const page = await browser.visit({ as: owner });
  await openSchema(page);
  const clock = { type: "object", properties: { zone: { type: "string" } } };
  const tools = [
    { name: "weather", description: "Tells the weather.", inputSchema: CITY },
    { name: "clock", description: "Tells the time.", inputSchema: clock },
  ];
  await rewrite(page, "Schema", JSON.stringify({ tools }));
  await page.getByRole("combobox", { name: "Which tool of the list" }).selectOption("clock");
  await part(page, "Form").getByText("zone", { exact: true }).waitFor();
  await part(page, "As it is sent").getByText('"Tells the time."').waitFor();
});

async function openSchema(page: Page): Promise<void> {
  await open(page, "/schema");
  // What is pasted before the editor is there would go into the plain text that stands in for it.
  await part(page, "Schema").locator(".view-lines").waitFor();
}

function city(page: Page) {
  return part(page, "Form").getByRole("textbox", { name: "city", exact: true });
}
