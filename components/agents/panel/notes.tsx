"use client";
import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";
import { useFileEditing } from "../editing.tsx";
import { keyOf, type Selection, selectionAt } from "../selection.ts";

/** What is worth a look at an agent or a part of it; it keeps nothing from being saved. */
export function Notes({ place }: { place: Selection }) {
  const t = useTranslations("agents.note");
  const { notes } = useFileEditing();
  const here = notes.filter(({ path }) => keyOf(selectionAt(path)) === keyOf(place));
  return here.map(({ path, at: _, code, ...values }) => (
    <Notice key={`${path} ${code} ${JSON.stringify(values)}`} tone="warn" text={t(code, values)} />
  ));
}
