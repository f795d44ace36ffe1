"use client";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type Live, LiveProvider, QUIET } from "./canvas/live.tsx";
import { useWide } from "./canvas/use-wide.ts";
import { type FileEditing, FileProvider } from "./editing.tsx";
import { AgentOutline } from "./graph/agent-outline.tsx";
import { GraphBar, type GraphView } from "./graph/graph-bar.tsx";
import { SidePanel } from "./panel/side-panel.tsx";
import { keyOf, type Selection, stillThere } from "./selection.ts";
import { useDescribed } from "./use-described.ts";
import { useUndoKeys } from "./use-undo-keys.ts";

/** The agents of a file and how they reach each other, and beside them all of what is selected. */
export function AgentWorkspace({ editing, live = QUIET }: { editing: FileEditing; live?: Live }) {
  const t = useTranslations("agents.graph");
  const [chosen, choose] = useState<Selection>({ kind: "agent", at: 0 });
  const root = useRef<HTMLDivElement>(null);
  useUndoKeys(root, editing);
  const described = useDescribed(editing.text, editing.describe);
  const panel = useRef<HTMLElement>(null);
  const isWide = useWide();
  const [way, setWay] = useState<GraphView | null>(null);
  const view = way ?? (isWide ? "canvas" : "list");
  const select = (next: Selection) => {
    choose(next);
    if (!panel.current) return;
    panel.current.scrollTop = 0;
    // Where the panel is below the list, it would open out of sight.
    if (!isWide) panel.current.scrollIntoView({ block: "start" });
  };
  const selection = stillThere(editing.file, chosen);
  return (
    <FileProvider editing={{ ...editing, selection, select, described }}>
      <div
        ref={root}
        className="grid min-h-full grid-cols-1 lg:h-full lg:grid-cols-[minmax(0,1fr)_420px] lg:grid-rows-[minmax(0,1fr)]"
      >
        <section aria-label={t("title")} className="flex min-h-0 min-w-0 flex-col">
          <GraphBar view={view} onView={setWay} />
          {view === "list" ? (
            <AgentOutline />
          ) : (
            <LiveProvider live={live}>
              <Canvas onOpen={() => panel.current?.focus()} />
            </LiveProvider>
          )}
        </section>
        <aside
          ref={panel}
          tabIndex={-1}
          aria-label={t("panel")}
          className="min-w-0 border-line bg-surface focus-visible:-outline-offset-2 max-lg:border-t lg:overflow-y-auto lg:border-l"
        >
          <SidePanel key={keyOf(selection)} />
        </aside>
      </div>
    </FileProvider>
  );
}

/** In a chunk of its own: a page without a canvas does not load what draws one. */
const Canvas = dynamic(() => import("./canvas/canvas.tsx").then(({ Canvas }) => Canvas), {
  ssr: false,
  loading: () => <div className="flex-1 bg-canvas max-lg:h-[60vh]" />,
});
