"use client";
import { Server, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { useEditing, useFileEditing } from "./editing.tsx";
import { HostedToolMenu } from "./hosted-tool-menu.tsx";
import { ToolPicker } from "./tool-picker.tsx";
import { ToolUseRow } from "./tool-use-row.tsx";

/** What the agent may call: the team's tools, each in a version and with a configuration, and what its model server runs itself. */
export function ToolsSection() {
  const t = useTranslations("agents.tools");
  const { at: agent, form, readOnly, change } = useEditing();
  const { select } = useFileEditing();
  const { tools, hostedTools } = form;
  return (
    <Section
      id="tools"
      title={t("title")}
      hint={t("hint", { count: tools.length })}
      actions={
        readOnly ? null : (
          <>
            <HostedToolMenu />
            <ToolPicker />
          </>
        )
      }
    >
      {tools.length === 0 && hostedTools.length === 0 ? (
        <p className="rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-ink-3">
          {t("none")}
        </p>
      ) : (
        <ul aria-label={t("title")} className="flex flex-col divide-y divide-line rounded-md border border-line-strong">
          {tools.map((use, at) => (
            <ToolUseRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a tool may be named twice, which the row says.
              key={`${use.tool} ${at}`}
              at={at}
              use={use}
            />
          ))}
          {hostedTools.map((hosted, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a type differ in nothing that could be a key.
            <li key={`${hosted.type} ${at}`} className="flex min-h-10 items-center gap-3 px-3">
              <Server aria-hidden className="mx-1.5 size-4 shrink-0 stroke-[1.5] text-ink-3" />
              <button
                type="button"
                onClick={() => select({ kind: "hostedTools", at: agent, index: at })}
                className="rounded-sm font-mono text-12 font-semibold hover:underline"
              >
                {hosted.type}
              </button>
              <span className="min-w-0 flex-1 truncate text-12 text-ink-3">{t("hosted")}</span>
              {readOnly ? null : (
                <Button
                  variant="ghost"
                  size="sm"
                  shape="square"
                  aria-label={t("remove", { tool: hosted.type })}
                  onClick={() => change({ hostedTools: hostedTools.filter((_, other) => other !== at) })}
                >
                  <X aria-hidden />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
