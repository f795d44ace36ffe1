"use client";

import { CornerUpLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ToolDetail } from "#lib/registry/schema.ts";
import type { CallOrigin } from "./origin.ts";

type Props = {
  origin: CallOrigin;
  current: ToolDetail;
  pinned: "pinned" | "current";
  onPin: (to: "pinned" | "current") => void;
};

/** Of which call of which session this is, and with which version of the tool; one can go to the current one and back. */
export function OriginBar({ origin: { call, tool }, current, pinned, onPin }: Props) {
  const t = useTranslations("playground.origin");
  const isCurrent = tool.versionId === current.versionId;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-sunken py-1.5 pr-2 pl-4"
    >
      <CornerUpLeft aria-hidden className="size-4 shrink-0 stroke-[1.5] text-ink-3" />
      <p className="min-w-40 flex-1 text-ink-2">
        {t.rich("from", {
          agent: call.agent,
          turn: call.turn,
          call: call.index + 1,
          session: () => (
            <Link href={`/sessions/${call.sessionId}`} className="font-medium text-accent-text wrap-anywhere">
              <SafeText text={call.title || t("untitled")} />
            </Link>
          ),
        })}{" "}
        {isCurrent
          ? t("sameVersion", { number: tool.versionNumber })
          : t(pinned, { number: tool.versionNumber, current: current.versionNumber })}
      </p>
      {isCurrent ? null : (
        <Button size="sm" onClick={() => onPin(pinned === "pinned" ? "current" : "pinned")}>
          {pinned === "pinned"
            ? t("useCurrent", { number: current.versionNumber })
            : t("usePinned", { number: tool.versionNumber })}
        </Button>
      )}
    </div>
  );
}
