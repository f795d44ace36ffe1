"use client";
import { ArrowRight, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useEditing } from "../editing.tsx";
import { PartIcon } from "../graph/part-icon.tsx";
import { type PartPlace, partName } from "../graph/parts.ts";
import { Notes } from "./notes.tsx";
import { PanelHead } from "./panel-head.tsx";
import { usePart } from "./use-part.ts";

/** Whose part the panel shows and what it reaches, the way back to the agent, and what is worth a look. */
export function PartHead({ part }: { part: PartPlace }) {
  const t = useTranslations("agents.graph");
  const { at, form, readOnly } = useEditing();
  const { remove, close } = usePart(part);
  const name = partName(form, part);
  return (
    <>
      <PanelHead
        icon={<PartIcon kind={part.kind} name={name} />}
        about={t(`kinds.${part.kind}`)}
        title={
          <>
            <span className="truncate">{form.name || t("unnamed")}</span>
            <ArrowRight role="img" aria-label={t("to")} className="size-3.5 shrink-0 text-ink-3" />
            <span className="truncate">{name}</span>
          </>
        }
        actions={
          readOnly ? null : (
            <Button size="sm" variant="ghost" shape="square" aria-label={t("removeOf", { name })} onClick={remove}>
              <Trash2 aria-hidden />
            </Button>
          )
        }
        onClose={close}
      />
      <Notes place={{ ...part, at }} />
    </>
  );
}
