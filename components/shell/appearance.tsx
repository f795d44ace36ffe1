"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { Locale, Theme } from "./appearance-schema.ts";

/** Theme and language as the server rendered them, and how to change them. */
type Appearance = {
  theme: Theme;
  locale: Locale;
  setTheme: (theme: Theme) => Promise<void>;
  setLocale: (locale: Locale) => Promise<void>;
};

export function AppearanceProvider({ children, ...appearance }: Appearance & { children: ReactNode }) {
  return <AppearanceContext value={appearance}>{children}</AppearanceContext>;
}

/** Throws outside an `AppearanceProvider`. A theme shows at once; the cookie and the server's page follow. */
export function useAppearance(): Appearance {
  const appearance = useContext(AppearanceContext);
  if (!appearance) throw new Error("useAppearance needs an AppearanceProvider above it.");
  return {
    ...appearance,
    setTheme: (theme) => {
      if (theme === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      return appearance.setTheme(theme);
    },
  };
}

const AppearanceContext = createContext<Appearance | null>(null);
