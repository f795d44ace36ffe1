"use client";
import { ExternalLink, RotateCcw, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { SessionState } from "#lib/agents/schema.ts";
import type { Live } from "../canvas/live.tsx";
import { TrialSession } from "./trial-session.tsx";
import { TrialStart } from "./trial-start.tsx";
import type { Tried } from "./tried.ts";

type Trial = { state: SessionState; first: string };

/** A chat with an agent as it is written at this moment, saved or not. */
export function TryIt({ tried, isShown, onLive, onClose }: TryItProps) {
  const t = useTranslations("agents.try");
  const [trial, setTrial] = useState<Trial | null>(null);
  return (
    <aside
      aria-label={t("title")}
      className={cn(
        "flex min-h-0 min-w-0 shrink-0 flex-col border-line bg-canvas max-lg:h-[70dvh] max-lg:border-t lg:w-95 lg:border-l",
        isShown === "hidden" && "hidden",
      )}
    >
      <header className="flex h-9 shrink-0 items-center gap-1 border-b border-line pr-2 pl-3">
        <h2 className="mr-auto truncate font-semibold">{t("title")}</h2>
        {trial ? (
          <>
            <Button
              variant="ghost"
              size="sm"
              shape="square"
              aria-label={t("again")}
              title={t("again")}
              onClick={() => {
                setTrial(null);
                onLive(null);
              }}
            >
              <RotateCcw aria-hidden />
            </Button>
            <Button variant="ghost" size="sm" shape="square" asChild>
              <Link href={`/sessions/${trial.state.id}`} aria-label={t("openSession")} title={t("openSession")}>
                <ExternalLink aria-hidden />
              </Link>
            </Button>
          </>
        ) : null}
        <Button variant="ghost" size="sm" shape="square" aria-label={t("close")} title={t("close")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      {trial ? (
        <TrialSession key={trial.state.id} trial={trial} tried={tried} onLive={onLive} />
      ) : (
        <TrialStart tried={tried} onBegun={setTrial} />
      )}
    </aside>
  );
}

type TryItProps = {
  tried: Tried;
  isShown: "shown" | "hidden";
  onLive: (live: Live | null) => void;
  onClose: () => void;
};
