"use client";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useEditing, useFileEditing } from "../editing.tsx";
import { keyOf } from "../selection.ts";
import { PartIcon } from "./part-icon.tsx";
import { type PartPlace, partName } from "./parts.ts";
import { StateMarks } from "./state-marks.tsx";
import { useGraphActs } from "./use-graph-acts.ts";
import { usePartWords } from "./use-part-words.ts";

/** A part of an agent in the list: opens in the side panel, moves up and down, and can be taken away, also with Delete. */
export function OutlinePart({ part, onRemoved }: { part: PartPlace; onRemoved: () => void }) {
  const t = useTranslations("agents.graph");
  const { at, form, readOnly } = useEditing();
  const { selection, select } = useFileEditing();
  const { removePart } = useGraphActs();
  const { about } = usePartWords(part);
  const place = { ...part, at };
  const isSelected = keyOf(selection) === keyOf(place);
  const name = partName(form, part);
  const remove = () => {
    removePart(at, part);
    onRemoved();
  };
  return (
    <li className={cn("flex items-center gap-2 py-1 pr-2 pl-4 last:rounded-b-md", isSelected && "bg-selected")}>
      <button
        type="button"
        aria-current={isSelected || undefined}
        onClick={() => select(place)}
        onKeyDown={({ key }) => !readOnly && (key === "Delete" || key === "Backspace") && remove()}
        className="flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-sm text-left"
      >
        <PartIcon kind={part.kind} name={name} />
        <span className="sr-only">{t(`kinds.${part.kind}`)}</span>
        <span className="min-w-0 shrink truncate font-medium">{name}</span>
        <StateMarks place={place} />
        <span className="min-w-0 flex-1 truncate text-12 text-ink-3">{about}</span>
      </button>
      {readOnly ? null : <Acts part={part} name={name} onRemove={remove} />}
    </li>
  );
}

function Acts({ part, name, onRemove }: { part: PartPlace; name: string; onRemove: () => void }) {
  const t = useTranslations("agents.graph");
  const { at, form } = useEditing();
  const { movePart } = useGraphActs();
  const last = form[part.kind].length - 1;
  return (
    <div className="flex shrink-0 items-center">
      {last === 0 ? null : (
        <>
          <Button
            size="sm"
            variant="ghost"
            shape="square"
            aria-label={t("upOf", { name })}
            disabled={part.index === 0}
            onClick={() => movePart(at, { ...part, by: -1 })}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            size="sm"
            variant="ghost"
            shape="square"
            aria-label={t("downOf", { name })}
            disabled={part.index === last}
            onClick={() => movePart(at, { ...part, by: 1 })}
          >
            <ArrowDown aria-hidden />
          </Button>
        </>
      )}
      <Button size="sm" variant="ghost" shape="square" aria-label={t("removeOf", { name })} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
