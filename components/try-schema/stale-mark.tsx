import { useTranslations } from "next-intl";
import { Tag } from "#components/ui/tag.tsx";

/** Whether something is of the text as it stands, or of an earlier one, since this one cannot be read. */
export type Freshness = "current" | "stale";

/** Says of what is stale that it is. */
export function StaleMark({ freshness }: { freshness: Freshness }) {
  const t = useTranslations("schema");
  return freshness === "stale" ? (
    <Tag tone="warn" title={t("staleHint")}>
      {t("stale")}
    </Tag>
  ) : null;
}
