"use client";
import { List, Network, Plus, Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useChord } from "#components/ui/kbd.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useFileEditing } from "../editing.tsx";
import { useGraphActs } from "./use-graph-acts.ts";

/** What one can do with the whole file: another agent, a step back, and what holds for all of it. */
export function GraphBar({ view, onView }: { view: GraphView; onView: (view: GraphView) => void }) {
  const t = useTranslations("agents.graph");
  const { readOnly, undo, redo } = useFileEditing();
  const { addAgent } = useGraphActs();
  const undoKeys = useChord("mod+z");
  const redoKeys = useChord("mod+shift+z");
  return (
    <div
      role="toolbar"
      aria-label={t("acts")}
      className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line px-3 py-1.5"
    >
      <Segmented
        label={t("view")}
        size="sm"
        value={view}
        onChange={onView}
        options={[
          { value: "canvas", label: t("views.canvas"), icon: Network },
          { value: "list", label: t("views.list"), icon: List },
        ]}
        className="mr-1"
      />
      {readOnly ? null : (
        <>
          <Button size="sm" onClick={() => addAgent()}>
            <Plus aria-hidden />
            {t("addAgent")}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            shape="square"
            aria-label={t("undo")}
            title={`${t("undo")} ${undoKeys}`}
            disabled={!undo}
            onClick={() => undo?.()}
          >
            <Undo2 aria-hidden />
          </Button>
          <Button
            size="sm"
            variant="ghost"
            shape="square"
            aria-label={t("redo")}
            title={`${t("redo")} ${redoKeys}`}
            disabled={!redo}
            onClick={() => redo?.()}
          >
            <Redo2 aria-hidden />
          </Button>
        </>
      )}
      <FileButton />
    </div>
  );
}

/** The two ways to see the agents of a file; both can do the same. */
export type GraphView = "canvas" | "list";

function FileButton() {
  const t = useTranslations("agents.graph");
  const { selection, select } = useFileEditing();
  return (
    <Button
      size="sm"
      variant="ghost"
      className="ml-auto"
      aria-pressed={selection.kind === "file"}
      onClick={() => select({ kind: "file" })}
    >
      {t("wholeFile")}
    </Button>
  );
}
