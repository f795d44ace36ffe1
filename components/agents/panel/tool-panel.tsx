"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { firstLine } from "#components/tools/tool-text.ts";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ToolUse } from "../agent-form.ts";
import { useEditing, useFileEditing } from "../editing.tsx";
import { agentsOf } from "../file-agents.ts";
import { ToolUseChoices } from "../tool-use-choices.tsx";
import { PartHead } from "./part-head.tsx";
import { TextField } from "./text-field.tsx";
import { usePart } from "./use-part.ts";
import { ApprovalField } from "./when-field.tsx";

/** Every option of a tool in the hands of one agent; the others that have it are a step away. */
export function ToolPanel({ index }: { index: number }) {
  const t = useTranslations("agents.toolUse");
  const { team, problemAt } = useEditing();
  const { part, path, set } = usePart({ kind: "tools", index });
  const use = part as ToolUse;
  const known = team.tools.find(({ name }) => name === use.tool);
  const problem = ["", ".version", ".configuration"].map((end) => problemAt(path + end)).find(Boolean);
  return (
    <>
      <PartHead part={{ kind: "tools", index }} />
      <div className="flex flex-col gap-4 p-4">
        <p className="text-ink-2">
          {firstLine(known?.description ?? "")}{" "}
          <Link href={`/tools/${encodeURIComponent(use.tool)}`} className="text-accent-text underline">
            {t("open")}
          </Link>
        </p>
        <ToolUseChoices use={use} known={known} onSet={set} />
        {problem ? (
          <p role="alert" className="text-12 text-danger-text">
            {problem}
          </p>
        ) : null}
        <TextField
          look="text"
          path={`${path}.description`}
          label={t("description")}
          hint={t("descriptionHint")}
          placeholder={known?.description}
          value={part.description}
          onChange={(value) => set("description", value)}
        />
        <ApprovalField path={`${path}.approval`} value={part.approval} onChange={(value) => set("approval", value)} />
        <Others tool={use.tool} />
      </div>
    </>
  );
}

/** The other agents that have the same tool, each with options of its own. */
function Others({ tool }: { tool: string }) {
  const t = useTranslations("agents.toolUse");
  const { file, select } = useFileEditing();
  const { at } = useEditing();
  const others = agentsOf(file).flatMap(({ name, tools }, other) => {
    const index = tools.findIndex((use) => use.tool === tool);
    return index < 0 || other === at ? [] : [{ name, other, index }];
  });
  if (others.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="font-medium">{t("others")}</p>
      <ul className="flex flex-wrap gap-1">
        {others.map(({ name, other, index }) => (
          <li key={other}>
            <Button size="sm" onClick={() => select({ kind: "tools", at: other, index })}>
              <AgentMark name={name} size="sm" className="size-4" />
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
