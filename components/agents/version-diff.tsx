"use client";
import { structuredPatch } from "diff";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { DefinitionDiff } from "#components/tools/definition-diff.tsx";
import { type FileChange, listChanges } from "./file-changes.ts";

const CONTEXT_LINES = 3;
/** Milliseconds after which two files are taken for too different to be compared line by line. */
const PATIENCE_MS = 500;

/** What one agent file says otherwise than another: in words, then line by line. */
export function VersionDiff({ before, after }: { before: string; after: string }) {
  const t = useTranslations("agents.versions");
  const changes = useMemo(() => listChanges(before, after), [before, after]);
  const hunks = useMemo(() => {
    const options = { context: CONTEXT_LINES, timeout: PATIENCE_MS };
    return structuredPatch("", "", `${before}\n`, `${after}\n`, "", "", options)?.hunks ?? null;
  }, [before, after]);
  if (before === after || (changes?.length === 0 && hunks?.length === 0))
    return <p className="px-4 py-3 text-ink-2">{t("same")}</p>;
  return (
    <>
      {changes && changes.length > 0 ? (
        <div className="border-b border-line px-4 py-3">
          <ChangeList changes={changes} />
        </div>
      ) : null}
      {hunks === null ? <p className="px-4 py-3 text-ink-2">{t("tooDifferent")}</p> : <DefinitionDiff hunks={hunks} />}
    </>
  );
}

/** Changes as sentences, one a line. */
export function ChangeList({ changes }: { changes: readonly FileChange[] }) {
  const t = useTranslations("agents.versions");
  const isOne = new Set(changes.map(({ agent }) => agent)).size < 2;
  return (
    <ul aria-label={t("changes")} className="flex flex-col gap-1">
      {changes.map(({ agent, path, what, was, is }) => (
        <li key={`${agent} ${path}`} className="min-w-0 text-ink-2 wrap-anywhere">
          {isOne && path !== "" ? null : (
            <span className="pr-1.5 font-medium text-ink">
              <SafeText text={agent} />
            </span>
          )}
          {path === "" ? null : (
            <code className="pr-1.5 text-12 text-ink">
              <SafeText text={path} />
            </code>
          )}
          <SafeText text={wordsOf({ what, was, is }, t)} />
        </li>
      ))}
    </ul>
  );
}

type Said = "added" | "removed" | "changed" | "addedAs" | "removedFrom" | "changedTo" | "nothing";

function wordsOf(
  { what, was, is }: Pick<FileChange, "what" | "was" | "is">,
  t: (said: Said, values?: Record<string, string>) => string,
): string {
  const word = (value: string) => (value === "" ? t("nothing") : `“${value}”`);
  if (what === "added") return is === null ? t("added") : t("addedAs", { is: word(is) });
  if (what === "removed") return was === null ? t("removed") : t("removedFrom", { was: word(was) });
  return was === null || is === null ? t("changed") : t("changedTo", { was: word(was), is: word(is) });
}
