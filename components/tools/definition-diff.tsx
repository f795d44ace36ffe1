"use client";
import { useTranslations } from "next-intl";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { ModelChange } from "#lib/registry/schema.ts";

type Hunks = NonNullable<ModelChange["hunks"]>;

const MOST_LINES = 1_000;

/** Changed lines of a text with the lines around them; what was added and removed is told by sign, colour and role. */
export function DefinitionDiff({ hunks }: { hunks: Hunks }) {
  const t = useTranslations("tools.model.change");
  const rows = hunks.flatMap(({ newStart, lines }) => [{ from: newStart }, ...lines]);
  return (
    <div className="font-mono text-12 leading-5">
      {rows.slice(0, MOST_LINES).map((row, index) =>
        typeof row === "string" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand in several places
          <Line key={index} sign={row.charAt(0)} text={row.slice(1)} />
        ) : (
          <p key={`from ${row.from}`} className="bg-raised px-4 py-1 font-sans text-ink-3">
            {t("fromLine", { line: row.from })}
          </p>
        ),
      )}
      {rows.length > MOST_LINES ? (
        <p className="px-4 py-2 font-sans text-ink-2">{t("moreLines", { count: rows.length - MOST_LINES })}</p>
      ) : null}
    </div>
  );
}

function Line({ sign, text }: { sign: string; text: string }) {
  const t = useTranslations("tools.model.change");
  const [Element, look, word] = LOOKS.get(sign) ?? (["span", "", null] as const);
  return (
    <div className={cn("flex px-4", look)}>
      <span aria-hidden className="w-4 shrink-0 text-ink-2 select-none">
        {sign}
      </span>
      <Element className="min-w-0 whitespace-pre-wrap text-ink no-underline wrap-anywhere">
        {word ? <span className="sr-only">{t(word)} </span> : null}
        <SafeText text={text} />
      </Element>
    </div>
  );
}

const LOOKS = new Map([
  ["+", ["ins", "bg-ok-soft", "lineAdded"]],
  ["-", ["del", "bg-danger-soft", "lineRemoved"]],
] as const) as ReadonlyMap<string, readonly ["ins" | "del", string, "lineAdded" | "lineRemoved"]>;
