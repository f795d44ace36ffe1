"use server";

import { cookies, headers } from "next/headers";
import { Locale, Theme } from "#components/shell/appearance-schema.ts";
import { checkOrigin } from "#lib/auth/origin.ts";

/*
 * The only actions that ask nobody to be signed in, because the sign-in page offers them too: they read and write
 * nothing but a cookie of the browser that asks, and its value is one of a closed list.
 */

export async function setThemeAction(theme: Theme): Promise<void> {
  await keep("theme", Theme.parse(theme));
}

export async function setLocaleAction(locale: Locale): Promise<void> {
  await keep("locale", Locale.parse(locale));
}

async function keep(name: string, value: string): Promise<void> {
  checkOrigin(await headers());
  (await cookies()).set(name, value, { path: "/", sameSite: "lax", httpOnly: true, maxAge: 365 * 24 * 60 * 60 });
}
