"use client";
import { useTranslations } from "next-intl";
import { numberIn } from "#lib/core/exact/schema.ts";
import type { ControlProps } from "./control.ts";
import { useUnsetText } from "./not-sent.tsx";
import { asList } from "./resolve.ts";

/** What an empty input says: that it is not sent, that it is null, or what its format looks like. */
export function usePlaceholder({ field, state, required }: ControlProps): string {
  const t = useTranslations("form");
  const unset = useUnsetText(field, state);
  if (state.is === "null" || (state.is === "unset" && !required)) return unset;
  const [example] = asList(field.schema.examples);
  if (typeof example === "string" || numberIn(example) !== null) return t("example", { value: String(example) });
  const format = field.kind.is === "text" ? field.kind.format : null;
  const shape = SHAPES.get(format ?? "");
  if (shape) return shape;
  return field.kind.is === "text" && state.is === "text" && !required ? t("emptyText") : "";
}

const SHAPES = new Map([
  ["date", "2026-01-31"],
  ["time", "09:30:00+09:00"],
  ["date-time", "2026-01-31T09:30:00+09:00"],
  ["duration", "PT1H30M"],
  ["email", "name@example.org"],
  ["uri", "https://example.org/"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
]);
