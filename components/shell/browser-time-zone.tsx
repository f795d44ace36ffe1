"use client";
import { NextIntlClientProvider, useLocale } from "next-intl";
import { type ReactNode, useSyncExternalStore } from "react";

/** Dates below are in the reader's own time zone; the server, which cannot know it, renders and hydrates them in UTC. */
export function BrowserTimeZone({ children }: { children: ReactNode }) {
  const timeZone = useSyncExternalStore(
    noChange,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone={timeZone}>
      {children}
    </NextIntlClientProvider>
  );
}

const noChange = () => () => undefined;
