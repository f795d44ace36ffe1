"use client";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFileEditing } from "../editing.tsx";
import { keyOf, type Selection, selectionAt } from "../selection.ts";

/** Marks what is wrong with an agent or a part of it, and what is worth a look; nothing where all is well. */
export function StateMarks({ place }: { place: Selection }) {
  const t = useTranslations("agents.graph");
  const { problems, notes } = useFileEditing();
  const isHere = ({ path }: { path: string }) => keyOf(selectionAt(path)) === keyOf(place);
  const wrong = problems.filter(isHere);
  const noted = notes.filter(isHere);
  return (
    <>
      {wrong.length > 0 ? (
        <span
          role="img"
          aria-label={t("wrong", { count: wrong.length })}
          title={wrong.map((each) => each.message).join("\n")}
        >
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger-text" />
        </span>
      ) : null}
      {noted.length > 0 ? (
        <span role="img" aria-label={t("noted", { count: noted.length })} title={t("noted", { count: noted.length })}>
          <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn-text" />
        </span>
      ) : null}
    </>
  );
}
