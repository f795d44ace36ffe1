"use client";
import { LockKeyhole } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { ControlProps } from "./control.ts";
import { unsetFrame } from "./not-sent.tsx";
import { NULL, UNSET } from "./state.ts";
import { useControl } from "./use-control.ts";

/** A secret that is stored and never comes back: it can be replaced and cleared. `children` is the control to replace it with. */
export function StoredSecret({ children, ...props }: ControlProps & { children: ReactNode }) {
  const t = useTranslations("form");
  const { id, change, disabled } = useControl(props);
  const [isReplacing, setReplacing] = useState(false);
  const { state, name } = props;
  const keep = (
    <Button
      disabled={disabled}
      aria-label={t("keepName", { name })}
      onClick={() => {
        change(UNSET);
        setReplacing(false);
      }}
    >
      {t("keep")}
    </Button>
  );
  if (state.is === "null") {
    return (
      <div id={id} className="flex gap-1.5">
        <span className={cn(frame, unsetFrame, "border-line-input")}>{t("secretCleared")}</span>
        {keep}
      </div>
    );
  }
  if (isReplacing || state.is !== "unset") {
    return (
      <div className="flex items-start gap-1.5">
        <div className="min-w-0 grow">{children}</div>
        {keep}
      </div>
    );
  }
  return (
    <div id={id} className="flex items-start gap-1.5">
      <span className={cn(frame, "border-line bg-sunken")}>
        <LockKeyhole aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <span aria-hidden className="truncate font-mono text-12">
          ••••••••••••
        </span>
        <span className="ml-auto shrink-0 text-12 text-ink-3">{t("secretSet")}</span>
      </span>
      <Button disabled={disabled} aria-label={t("replaceName", { name })} onClick={() => setReplacing(true)}>
        {t("replace")}
      </Button>
      <Button variant="ghost" disabled={disabled} aria-label={t("clearName", { name })} onClick={() => change(NULL)}>
        {t("clear")}
      </Button>
    </div>
  );
}

const frame = "flex h-7 min-w-0 grow items-center gap-1.5 rounded-sm border px-2 text-13";
