"use client";

import { Check, Copy, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useCopy } from "./use-copy.ts";

/** Copies a text, made only when it is asked for, and says whether that worked. */
export function CopyButton({ text, show = "label" }: { text: () => string; show?: "label" | "icon" }) {
  const t = useTranslations("run.copy");
  const { state, copy } = useCopy();
  const Icon = { ready: Copy, copied: Check, refused: X }[state];
  return (
    <Button variant="ghost" size="sm" title={t("ready")} onClick={() => copy(text())}>
      <Icon aria-hidden />
      <span aria-live="polite" className={show === "icon" ? "sr-only" : ""}>
        {t(state)}
      </span>
    </Button>
  );
}
