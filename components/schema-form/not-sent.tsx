"use client";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { Field } from "./field.ts";
import { printJson } from "./json-print.ts";
import { type FieldState, fromValue } from "./state.ts";

/** The dashed frame of a field that holds no value. */
export const unsetFrame = "border-dashed bg-sunken text-ink-3";

/** Says that a group, a list or a fixed value is not sent, or is null. */
export function NotSent({ field, state, id }: { field: Field; state: FieldState; id?: string }) {
  const text = useUnsetText(field, state);
  return (
    <span
      id={id}
      title={text}
      className={cn(
        unsetFrame,
        "flex h-7 min-w-0 grow items-center truncate rounded-sm border border-line-input px-2 text-13",
      )}
    >
      <span className="truncate">{text}</span>
    </span>
  );
}

/** "not sent; the tool uses 100", "null", or "required". */
export function useUnsetText(field: Field, state: FieldState): string {
  const t = useTranslations("form");
  if (state.is === "null") return "null";
  const value = defaultText(field);
  return value === null ? t("notSent") : t("notSentDefault", { value });
}

/** What the tool uses when the field is not sent. The stars that stand for a secret default are nobody's value. */
function defaultText(field: Field): string | null {
  if (field.kind.is === "secret" || !("default" in field.schema)) return null;
  const value = field.schema.default;
  return typeof value === "string" && value !== "" ? value : printJson(fromValue(value));
}
