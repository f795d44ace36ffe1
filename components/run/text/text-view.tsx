"use client";

import { useMemo } from "react";
import { SafeText } from "./safe-text.tsx";
import { VirtualLines } from "./virtual-lines.tsx";

type Props = { label: string; text: string; wrap?: "wrap" | "scroll"; className?: string };

const LONGEST_LINE = 8_192;
const LONGEST_COLOURED = 2_000;

/** A text letter by letter; one that looks like JSON is coloured, and nothing of it moved. */
export function TextView({ label, text, wrap = "wrap", className = "" }: Props) {
  const lines = useMemo(() => cutLines(text), [text]);
  const coloured = /^\s*[{[]/.test(text);
  const line = (index: number) => {
    const content = lines[index] ?? "";
    return coloured && content.length <= LONGEST_COLOURED ? <JsonLine text={content} /> : <SafeText text={content} />;
  };
  return <VirtualLines label={label} count={lines.length} line={line} wrap={wrap} className={className} />;
}

/** JSON text, coloured; no letter of it is moved. */
export function JsonLine({ text }: { text: string }) {
  return cutTokens(text).map(({ part, look }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line have no other identity
    <span key={index} className={look}>
      <SafeText text={part} />
    </span>
  ));
}

/** A very long line is several: no browser lays out a megabyte in one go. */
function cutLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).flatMap((line) => {
    if (line.length <= LONGEST_LINE) return [line];
    return line.match(LONG_PIECE) ?? [];
  });
}

const LONG_PIECE = new RegExp(`[^]{1,${LONGEST_LINE}}`, "gu");
const JSON_TOKEN =
  /"[^"\\]*(?:\\.[^"\\]*)*"(?<key>\s*:)?|(?<number>-?\d[\d.eE+-]*)|(?<literal>\b(?:true|false|null)\b)/g;

function cutTokens(text: string): { part: string; look: string | undefined }[] {
  const tokens: { part: string; look: string | undefined }[] = [];
  let at = 0;
  for (const { 0: part, index, groups } of text.matchAll(JSON_TOKEN)) {
    if (index > at) tokens.push({ part: text.slice(at, index), look: undefined });
    at = index + part.length;
    tokens.push({ part, look: lookOf(groups) });
  }
  if (at < text.length) tokens.push({ part: text.slice(at), look: undefined });
  return tokens;
}

function lookOf(groups: Record<string, string | undefined> | undefined): string {
  if (groups?.key !== undefined) return "text-code-key";
  if (groups?.number !== undefined) return "text-code-number";
  return groups?.literal === undefined ? "text-code-string" : "text-code-literal";
}
