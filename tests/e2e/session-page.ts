import type { Page } from "playwright-core";
import { untilAwake } from "./tool-page.ts";

/** Opens a session's page and waits until it listens. */
export async function openSession(page: Page, id: string): Promise<void> {
  await page.goto(`/sessions/${id}`);
  await untilAwake(page);
}

/** Where a message is written. */
export function composer(page: Page) {
  return page.getByRole("region", { name: "New message" }).getByRole("textbox");
}

/** Writes a message and sends it by Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}
