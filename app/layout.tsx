import "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css";
import "./globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { AppearanceProvider } from "#components/shell/appearance.tsx";
import { Locale, Theme } from "#components/shell/appearance-schema.ts";
import { BrowserTimeZone } from "#components/shell/browser-time-zone.tsx";
import { ToastProvider } from "#components/ui/toast.tsx";
import { setLocaleAction, setThemeAction } from "./(studio)/appearance-actions.ts";

export const metadata: Metadata = {
  title: { default: "Toolroom", template: "%s · Toolroom" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: "light dark" };

/** The page around every page: language, theme, fonts and messages, decided by the server from the browser's cookies. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const locale = Locale.parse(await getLocale());
  const theme = Theme.catch("system").parse((await cookies()).get("theme")?.value);
  return (
    <html
      lang={locale}
      data-theme={theme === "system" ? undefined : theme}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>
        <NextIntlClientProvider>
          <BrowserTimeZone>
            <AppearanceProvider theme={theme} locale={locale} setTheme={setThemeAction} setLocale={setLocaleAction}>
              <ToastProvider>{children}</ToastProvider>
            </AppearanceProvider>
          </BrowserTimeZone>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
