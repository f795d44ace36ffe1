"use client";

import { useTranslations } from "next-intl";
import { SafeText } from "#components/run/text/safe-text.tsx";
import type { Outgoing } from "./session-store.ts";

/** A message on its way to the log. */
export function SentMessage({ outgoing: { text, files } }: { outgoing: Outgoing }) {
  const t = useTranslations("session.message");
  return (
    <div className="flex flex-col items-end gap-1">
      <div className="max-w-[min(78%,640px)] rounded-lg rounded-br-xs border border-line bg-sunken px-3 py-2 text-14 max-md:max-w-[92%]">
        <p className="whitespace-pre-wrap">
          <SafeText text={text || files.map(({ name }) => name).join(", ")} />
        </p>
      </div>
      <p className="h-6 text-12 text-ink-3">{t("sending")}</p>
    </div>
  );
}
