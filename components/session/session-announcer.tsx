"use client";

import { useTranslations } from "next-intl";
import type { SessionSnapshot } from "./session-store.ts";
import type { Standing } from "./standing.ts";

/** Says to those who listen how the session stands, and when that changes; never word by word. */
export function SessionAnnouncer({
  standing,
  connection,
}: {
  standing: Standing;
  connection: SessionSnapshot["connection"];
}) {
  const t = useTranslations("session.announce");
  return (
    <p role="status" className="sr-only">
      {connection === "lost" ? t("lost") : words()}
    </p>
  );

  function words(): string {
    switch (standing.is) {
      case "calling":
      case "deciding":
        return t(standing.is, { tools: standing.tools.join(", ") });
      case "failed":
      case "paused":
        return t(standing.is, { message: standing.message });
      case "writing":
      case "asked":
        return t(standing.is, { agent: standing.agent });
      case "retrying":
        return t("retrying", { seconds: standing.seconds });
      default:
        return t(standing.is);
    }
  }
}
