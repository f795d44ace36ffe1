"use client";

import { Play, Square, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import type { ToolDetail } from "#lib/registry/schema.ts";

type EnvironmentState = ToolDetail["environment"]["state"];

type Props = {
  environment: EnvironmentState;
  /** Why it cannot run, or null. */
  reason: string | null;
  /** How many of the ToolParameters will be sent, of how many. */
  sent: number;
  total: number;
  state: "ready" | "running" | "stopping";
  onRun: () => void;
  onStop: () => void;
  onOpenEnvironment: () => void;
};

/** Run or Stop, always in sight, with what will be sent or why nothing can be. */
export function RunBar({ environment, reason, sent, total, state, onRun, onStop, onOpenEnvironment }: Props) {
  const t = useTranslations("playground");
  return (
    <div className="flex min-h-12 shrink-0 items-center gap-3 border-t border-line-strong bg-surface px-4 py-2 max-lg:sticky max-lg:top-0 max-lg:bottom-0 max-lg:z-(--z-sticky)">
      {state === "ready" ? (
        <Button variant="primary" size="lg" onClick={onRun} aria-disabled={reason !== null} aria-describedby="run-note">
          <Play aria-hidden className="fill-current" />
          {t("run")}
          <Kbd keys="mod+Enter" />
        </Button>
      ) : (
        <Button
          variant="danger"
          size="lg"
          onClick={onStop}
          aria-disabled={state === "stopping"}
          aria-describedby="run-note"
        >
          <Square aria-hidden />
          {t(state === "stopping" ? "stopping" : "stop")}
          <Kbd keys="Escape" />
        </Button>
      )}
      {reason ? (
        <Reason text={reason} onGoThere={onRun} />
      ) : (
        <p id="run-note" className="min-w-0 flex-1 text-12 text-ink-2">
          {environment === "ready" ? (
            t("sends", { sent, all: total })
          ) : (
            <EnvironmentNote state={environment} onOpen={onOpenEnvironment} />
          )}
        </p>
      )}
    </div>
  );
}

function Reason({ text, onGoThere }: { text: string; onGoThere: () => void }) {
  const t = useTranslations("playground");
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5 text-12 text-danger-text">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <p id="run-note" className="line-clamp-2 min-w-0">
        {text}
      </p>
      <button type="button" className="shrink-0 font-semibold underline underline-offset-2" onClick={onGoThere}>
        {t("goThere")}
      </button>
    </div>
  );
}

function EnvironmentNote({ state, onOpen }: { state: Exclude<EnvironmentState, "ready">; onOpen: () => void }) {
  const t = useTranslations("playground");
  return (
    <>
      {t(state === "failed" ? "environmentFailed" : "environmentBuilding")}{" "}
      <button type="button" className="text-accent-text underline underline-offset-2" onClick={onOpen}>
        {t(state === "failed" ? "environmentRetry" : "environmentOpen")}
      </button>
    </>
  );
}
