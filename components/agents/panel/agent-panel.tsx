"use client";
import { useTranslations } from "next-intl";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { useEditing } from "../editing.tsx";
import { AgentActs } from "../graph/agent-acts.tsx";
import { useAgentFacts } from "../graph/use-agent-facts.ts";
import { IdentitySection } from "../identity-section.tsx";
import { LimitsSection } from "../limits-section.tsx";
import { ModelSection } from "../model-section.tsx";
import { OutputSection } from "../output-section.tsx";
import { SettingsSection } from "../settings-section.tsx";
import { ToolsSection } from "../tools-section.tsx";
import { GuardrailsSection } from "./guardrails-section.tsx";
import { LinksSection } from "./links-section.tsx";
import { Notes } from "./notes.tsx";
import { PanelHead } from "./panel-head.tsx";

/** All of one agent. */
export function AgentPanel() {
  const t = useTranslations("agents.graph");
  const { at, form, readOnly } = useEditing();
  const { model } = useAgentFacts();
  const name = form.name || t("unnamed");
  return (
    <>
      <PanelHead
        icon={<AgentMark name={name} />}
        title={
          <>
            <span className="truncate">{name}</span>
            {at === 0 ? <Tag>{t("start")}</Tag> : null}
          </>
        }
        about={model}
        actions={readOnly ? null : <AgentActs at={at} />}
      />
      <Notes place={{ kind: "agent", at }} />
      <IdentitySection />
      <ModelSection />
      <ToolsSection />
      <LinksSection />
      <GuardrailsSection />
      <OutputSection />
      <SettingsSection />
      <LimitsSection />
    </>
  );
}
