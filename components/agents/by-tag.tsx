import { Clapperboard, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { Tag } from "#components/ui/tag.tsx";
import type { AnsweredBy } from "./agent-form.ts";

/** Says what answers in place of a model, where it is no model. */
export function ByTag({ by, className }: { by: AnsweredBy; className?: string }) {
  const t = useTranslations("agents.by");
  if (by === "server") return null;
  return (
    <Tag tone={by === "rehearsal" ? "warn" : "neutral"} title={t(`${by}Hint`)} className={className}>
      {by === "rehearsal" ? <Clapperboard aria-hidden /> : <UserRound aria-hidden />}
      {t(by)}
    </Tag>
  );
}
