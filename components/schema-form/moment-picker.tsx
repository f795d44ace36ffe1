"use client";
import { CalendarDays } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import type { ControlOf } from "./control.ts";
import { withPicked } from "./moment-text.ts";
import { useControl } from "./use-control.ts";

/** The browser's own picker behind a date, a time or both; the text stays the truth, with its zone and fractions. */
export function MomentPicker(props: ControlOf<"text">) {
  const t = useTranslations("form");
  const { change, disabled } = useControl(props);
  const picker = useRef<HTMLInputElement>(null);
  const { field, state, name } = props;
  const type = PICKERS.get(field.kind.format ?? "");
  if (!type) return null;
  const text = state.is === "text" ? state.text : "";
  return (
    <span className="relative shrink-0">
      <input
        ref={picker}
        type={type}
        tabIndex={-1}
        aria-hidden
        step={1}
        className="pointer-events-none absolute inset-0 opacity-0"
        onChange={(event) => {
          if (event.target.value)
            change({ is: "text", text: withPicked(type, { picked: event.target.value, before: text }) });
        }}
      />
      <Button
        variant="ghost"
        shape="square"
        disabled={disabled}
        aria-label={t("pick", { name })}
        onClick={() => picker.current?.showPicker()}
      >
        <CalendarDays aria-hidden />
      </Button>
    </span>
  );
}

const PICKERS = new Map([
  ["date", "date"],
  ["time", "time"],
  ["date-time", "datetime-local"],
] as const) as ReadonlyMap<string, "date" | "time" | "datetime-local">;
