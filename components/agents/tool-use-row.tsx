"use client";
import { Pencil, SlidersHorizontal, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { firstLine } from "#components/tools/tool-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { ToolChoice } from "#lib/registry/schema.ts";
import { type ToolUse, withMember } from "./agent-form.ts";
import { useEditing, useFileEditing } from "./editing.tsx";
import { ToolUseChoices } from "./tool-use-choices.tsx";

/** A tool of the agent: what the model calls, in which version, with which configuration, and what it is told of it. */
export function ToolUseRow({ at, use }: { at: number; use: ToolUse }) {
  const t = useTranslations("agents.tools");
  const { form, team, readOnly, change, problemAt } = useEditing();
  const known = team.tools.find(({ name }) => name === use.tool);
  const problem = [`tools.${at}`, `tools.${at}.version`, `tools.${at}.configuration`, `tools.${at}.description`]
    .map(problemAt)
    .find((each) => each !== undefined);
  const set = (name: string, value: unknown) =>
    change({ tools: form.tools.map((each, other) => (other === at ? withMember(each, name, value) : each)) });
  return (
    <li className="flex flex-col gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ToolIcon name={use.tool} />
        <div className="min-w-32 flex-1">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Link
              href={`/tools/${encodeURIComponent(use.tool)}`}
              className="min-w-0 truncate font-semibold hover:underline"
            >
              {use.tool}
            </Link>
            {known ? <Called known={known} version={use.version} /> : null}
          </div>
          {use.description === undefined ? (
            <p className="truncate text-12 text-ink-2">{firstLine(known?.description ?? "")}</p>
          ) : null}
        </div>
        <ToolUseChoices use={use} known={known} onSet={set} />
        {readOnly ? null : <Acts use={use} known={known} onSet={set} at={at} />}
      </div>
      {use.description === undefined ? null : (
        <Textarea
          aria-label={t("description", { tool: use.tool })}
          value={use.description}
          readOnly={readOnly}
          className="ml-10 w-auto text-12"
          onChange={(event) => set("description", event.target.value)}
        />
      )}
      {problem ? (
        <p role="alert" className="pl-10 text-12 text-danger-text">
          {problem}
        </p>
      ) : null}
    </li>
  );
}

function Acts({ use, known, at, onSet }: RowParts & { at: number }) {
  const t = useTranslations("agents.tools");
  const { at: agent, form, change } = useEditing();
  const { select } = useFileEditing();
  const own = use.description === undefined;
  const label = t(own ? "overrideDescription" : "ownDescription", { tool: use.tool });
  return (
    <div className="flex shrink-0 items-center">
      <Button
        variant="ghost"
        shape="square"
        aria-label={t("options", { tool: use.tool })}
        title={t("options", { tool: use.tool })}
        onClick={() => select({ kind: "tools", at: agent, index: at })}
      >
        <SlidersHorizontal aria-hidden />
      </Button>
      <Button
        variant="ghost"
        shape="square"
        aria-label={label}
        aria-pressed={!own}
        title={label}
        className="aria-pressed:text-accent-text"
        onClick={() => onSet("description", own ? (known?.description ?? "") : undefined)}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        shape="square"
        aria-label={t("remove", { tool: use.tool })}
        onClick={() => change({ tools: form.tools.filter((_, other) => other !== at) })}
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}

type RowParts = {
  use: ToolUse;
  known: ToolChoice | undefined;
  onSet: (name: string, value: unknown) => void;
};

/** What the model calls it, where that is not the tool's own name, and whether its arguments are held to the schema. */
function Called({ known, version }: { known: ToolChoice; version: unknown }) {
  const t = useTranslations("agents.tools");
  const number = typeof version === "number" ? version : known.currentNumber;
  const strict = known.versions.find((each) => each.number === number)?.strict ?? null;
  return (
    <>
      <code className="min-w-0 truncate text-12 text-ink-3" title={t("calledHint")}>
        {known.functionName}()
      </code>
      {strict === null ? null : (
        <Tag tone={strict ? "ok" : "neutral"} title={t(strict ? "strictHint" : "notStrictHint")}>
          {t(strict ? "strict" : "notStrict")}
        </Tag>
      )}
    </>
  );
}
