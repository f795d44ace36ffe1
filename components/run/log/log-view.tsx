"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { SafeText } from "../text/safe-text.tsx";
import { VirtualLines } from "../text/virtual-lines.tsx";
import { type AnsiColour, type AnsiMark, type AnsiStyle, readAnsi } from "./ansi.ts";
import type { LogLine, LogLines } from "./lines.ts";

type Props = { label: string; lines: LogLines; wrap: "wrap" | "scroll"; live: "live" | "ended" };

/** What a tool printed, as it comes: colours drawn, everything else of a terminal left out. */
export function LogView({ label, lines: { count, at, dropped }, wrap, live }: Props) {
  const t = useTranslations("run.log");
  if (count === 0)
    return <p className="px-4 py-3 text-13 text-ink-3">{live === "live" ? t("waiting") : t("nothing")}</p>;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {dropped > 0 ? (
        <p className="border-b border-line px-4 py-1 text-12 text-ink-2">{t("dropped", { count: dropped })}</p>
      ) : null}
      <VirtualLines label={label} count={count} line={(index) => <Line line={at(index)} />} wrap={wrap} follow="end" />
    </div>
  );
}

function Line({ line }: { line: LogLine | undefined }) {
  if (!line) return null;
  return readAnsi(line.text, line.style).spans.map(({ text, style }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other identity
    <span key={index} className={classesOf(style)}>
      <SafeText text={text} />
    </span>
  ));
}

const TEXT: Record<AnsiColour, string> = {
  black: "text-ink-3",
  red: "text-danger-text",
  green: "text-ok-text",
  yellow: "text-warn-text",
  blue: "text-accent-text",
  magenta: "text-code-literal",
  cyan: "text-code-string",
  white: "text-ink",
};

const GROUND: Record<AnsiColour, string> = {
  black: "bg-hover",
  red: "bg-danger-soft",
  green: "bg-ok-soft",
  yellow: "bg-warn-soft",
  blue: "bg-accent-soft",
  magenta: "bg-accent-soft",
  cyan: "bg-ok-soft",
  white: "bg-hover",
};

const MARKS: Record<AnsiMark, string> = {
  bold: "font-semibold",
  dim: "text-ink-3",
  italic: "italic",
  underline: "underline",
  inverse: "bg-ink text-surface",
  strike: "line-through",
};

function classesOf({ fg, bg, marks }: AnsiStyle): string | undefined {
  if (!fg && !bg && marks.length === 0) return undefined;
  // A coloured ground takes the plain ink: the tokens promise contrast only for pairs of the same colour.
  const text = bg && fg !== bg ? "text-ink" : fg && TEXT[fg];
  return cn(
    text,
    bg && GROUND[bg],
    marks.map((mark) => MARKS[mark]),
  );
}
