"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CodeTab } from "#components/tools/code-tab.tsx";
import { ContractView } from "#components/tools/contract-view.tsx";
import { EnvironmentPanel } from "#components/tools/environment-panel.tsx";
import { ModelView } from "#components/tools/model-view.tsx";
import { useEnvironment } from "#components/tools/use-environment.ts";
import { Pip } from "#components/ui/pip.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#components/ui/tabs.tsx";
import type { ModelView as Model, ModelChange, ToolDetail } from "#lib/registry/schema.ts";
import type { RunSummary } from "#lib/runs/schema.ts";
import type { ToolActions } from "./actions.ts";
import { setInAddress } from "./address.ts";
import type { CallOrigin } from "./origin.ts";
import { type CallDraft, Playground } from "./playground.tsx";
import { ToolBar } from "./tool-bar.tsx";

const TABS = ["playground", "code", "model", "contract", "environment"] as const;

const ENVIRONMENT_MARKS = { missing: null, building: <Pip tone="run" />, ready: null, failed: <Pip tone="bad" /> };

type EnvironmentState = ToolDetail["environment"]["state"];

type Props = {
  tool: ToolDetail;
  model: Model;
  modelChange: ModelChange | null;
  /** The call of a session that it was opened for. */
  origin: CallOrigin | null;
  history: RunSummary[];
  openRunId: string | null;
  openTab: string | null;
  mayWrite: boolean;
  actions: ToolActions;
};

/** A tool's page: its playground, code, what the model sees, contract and environment. The tabs stay mounted, so that nothing typed is lost. */
export function ToolPage({ tool, model, modelChange, origin, history, openRunId, openTab, mayWrite, actions }: Props) {
  const router = useRouter();
  const [tab, setTab] = useState<string>(TABS.find((name) => name === openTab) ?? "playground");
  const open = (next: string) => {
    setTab(next);
    setInAddress("tab", next === "playground" ? null : next);
  };
  const watched = useEnvironment(tool.id, { initial: tool.environment, onSettled: router.refresh });
  const environment = watched.environment.state;
  const [draft, setDraft] = useState<CallDraft>({ toolParameters: "{}", user: {} });
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col">
      <ToolBar tool={tool} draft={draft} mayWrite={mayWrite} actions={actions} />
      <Tabs value={tab} onValueChange={open} className="flex-1">
        <ToolTabs tool={tool} model={model} environment={environment} />
        <TabPanel value="playground" forceMount className="data-[state=inactive]:hidden">
          <Playground
            tool={tool}
            origin={origin}
            history={history}
            environment={environment}
            openRunId={openRunId}
            active={tab === "playground"}
            mayWrite={mayWrite}
            actions={actions}
            onDraft={setDraft}
            onOpen={open}
          />
        </TabPanel>
        <TabPanel value="code" className="data-[state=inactive]:hidden">
          <CodeTab
            tool={tool}
            access={mayWrite && !tool.builtin ? "write" : "read"}
            onSave={(save) => actions.saveTool({ toolId: tool.id, ...save })}
            onChanged={router.refresh}
            onDuplicate={() => actions.duplicateTool({ toolId: tool.id })}
          />
        </TabPanel>
        <TabPanel value="model">
          <ModelView
            model={model}
            change={modelChange}
            access={mayWrite && !tool.builtin ? "write" : "read"}
            onFix={(finding) => actions.fixFinding({ toolId: tool.id, base: tool.versionId, ...finding })}
          />
        </TabPanel>
        <TabPanel value="contract">
          <ContractView contract={tool.contract} />
        </TabPanel>
        <TabPanel value="environment">
          <EnvironmentPanel watched={watched} mayRetry={mayWrite} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function ToolTabs({ tool, model, environment }: Pick<Props, "tool" | "model"> & { environment: EnvironmentState }) {
  const t = useTranslations("playground");
  const marks: Partial<Record<(typeof TABS)[number], ReactNode>> = {
    code: tool.problem === null ? null : <Pip tone="bad" />,
    model: model.findings.length === 0 ? null : <span className="text-12 text-warn-text">{model.findings.length}</span>,
    environment: ENVIRONMENT_MARKS[environment],
  };
  return (
    <TabList aria-label={tool.name}>
      {TABS.map((name) => (
        <Tab key={name} value={name}>
          {t(`tabs.${name}`)}
          {marks[name]}
        </Tab>
      ))}
    </TabList>
  );
}
