"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  Menu,
  MenuContent,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "#components/ui/menu.tsx";
import { useAppearance } from "./appearance.tsx";
import { Locale, Theme } from "./appearance-schema.ts";

/** Theme and language, behind the one child that opens them. */
export function AppearanceMenu({ side, children }: { side?: "top" | "right" | "bottom"; children: ReactNode }) {
  const t = useTranslations("common");
  const { theme, locale, setTheme, setLocale } = useAppearance();
  return (
    <Menu>
      <MenuTrigger asChild>{children}</MenuTrigger>
      <MenuContent side={side ?? "bottom"} align="end">
        <MenuLabel>{t("theme")}</MenuLabel>
        <MenuRadioGroup value={theme} onValueChange={(value) => void setTheme(Theme.parse(value))}>
          {Theme.options.map((value) => (
            <MenuRadioItem key={value} value={value}>
              {t(`themes.${value}`)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuLabel>{t("language")}</MenuLabel>
        <MenuRadioGroup value={locale} onValueChange={(value) => void setLocale(Locale.parse(value))}>
          {Locale.options.map((value) => (
            <MenuRadioItem key={value} value={value} lang={value}>
              {t(`languages.${value}`)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
