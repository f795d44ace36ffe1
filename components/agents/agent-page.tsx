"use client";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useKeptEditsMessage } from "#components/draft-store.ts";
import { setInAddress } from "#components/playground/address.ts";
import type { SessionActions } from "#components/session/actions.ts";
import { Pip } from "#components/ui/pip.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#components/ui/tabs.tsx";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import type { PublishedVersion } from "#lib/agents/schema.ts";
import type { AgentActions, AgentSubject } from "./actions.ts";
import { AgentBar } from "./agent-bar.tsx";
import { type AgentText, isDirty } from "./agent-draft.ts";
import { AgentFileTab } from "./agent-file-tab.tsx";
import type { FileIssue } from "./agent-form.ts";
import { AgentNotice } from "./agent-notice.tsx";
import { AgentWorkspace } from "./agent-workspace.tsx";
import { type Live, QUIET } from "./canvas/live.tsx";
import { useAgentDraft } from "./draft-store.ts";
import type { AgentTeam } from "./editing.tsx";
import type { Tried } from "./try/tried.ts";
import { TryIt } from "./try/try-it.tsx";
import { useAgentEditing } from "./use-agent-editing.ts";
import { usePublishAgent } from "./use-publish-agent.ts";
import { useSaveAgent } from "./use-save-agent.ts";
import { VersionsTab } from "./versions-tab.tsx";

type Props = {
  agent: AgentSubject;
  version: AgentText;
  versions: readonly PublishedVersion[];
  /** What members are called, by their ids. */
  members: Readonly<Record<string, string>>;
  team: AgentTeam;
  mayWrite: boolean;
  openTab: string | null;
  /** What a session that tries it can be asked for. */
  sessions: SessionActions;
  actions: AgentActions;
};

/** An agent as a graph with forms and as a file: views of one text, which is kept as a draft and published as the next version. */
export function AgentPage({ agent, version, versions, members, team, mayWrite, openTab, sessions, actions }: Props) {
  const t = useTranslations("agents");
  const router = useRouter();
  const [tab, setTab] = useState(openTab === "file" || openTab === "versions" ? openTab : "form");
  const id = agent === "new" ? "new" : agent.id;
  const { draft, update } = useAgentDraft(id, version);
  const { listModels, describe } = actions;
  const asking = { listModels, describe };
  const editingOf = { id, draft, update, team, readOnly: !mayWrite, ...asking };
  const { editing, problems, write } = useAgentEditing(editingOf);
  const { save, ...saving } = useSaveAgent({ agent, draft, update, problems, actions, router });
  const { publish, rollBack } = usePublishAgent({ agent, draft, update, actions, router });
  useShortcut("mod+s", () => mayWrite && save());
  const dirty = isDirty(draft);
  const name = editing?.file.name || (agent === "new" ? t("new") : agent.name);
  useKeptEditsMessage(dirty && saving.state !== "created", {
    title: t("kept", { name }),
    description: t("keptHint"),
  });
  const [live, setLive] = useState<Live | null>(null);
  const trying = useTrying();
  const tried = { agentId: agent === "new" ? null : agent.id, name, text: draft.text, actions, sessions, members };
  const open = (next: string) => {
    setTab(next);
    setInAddress("tab", next === "form" ? null : next);
  };
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col">
      <AgentBar
        agent={agent}
        shown={{ name, form: editing?.file ?? null, draft }}
        draftIs={dirty ? "changed" : "saved"}
        problem={problems[0]?.message ?? null}
        mayWrite={mayWrite}
        saving={saving.state}
        onSave={save}
        onPublish={publish}
        trying={trying.state}
        onTry={trying.toggle}
        actions={actions}
      />
      <Beside tried={mayWrite ? tried : null} trying={trying} onLive={setLive}>
        <Tabs value={tab} onValueChange={open} className="flex-1 max-lg:min-h-full">
          <TabList aria-label={name}>
            <Tab value="form">{t("tabs.form")}</Tab>
            <Tab value="file">
              {t("tabs.file")}
              {editing ? null : <Pip tone="bad" label={t("tabs.fileProblem")} />}
            </Tab>
            {agent === "new" ? null : (
              <Tab value="versions" count={versions.length > 0 ? versions.length : undefined}>
                {t("tabs.versions")}
              </Tab>
            )}
          </TabList>
          <AgentNotice draft={draft} version={version} problems={problems} saving={saving} onChange={update} />
          <TabPanel value="form" className="relative overflow-y-auto lg:overflow-hidden">
            {editing ? (
              <AgentWorkspace
                live={live ?? QUIET}
                editing={{ ...editing, problems: quietly(problems, saving.wasTried || agent !== "new") }}
              />
            ) : (
              <p className="p-4 text-ink-2">{t("formNeedsFile")}</p>
            )}
          </TabPanel>
          <TabPanel value="file">
            <AgentFileTab id={id} text={draft.text} readOnly={!mayWrite} onChange={write} />
          </TabPanel>
          {agent === "new" ? null : (
            <TabPanel value="versions">
              <VersionsTab
                agentId={agent.id}
                versions={versions}
                draftText={dirty || draft.base.state !== "published" ? draft.text : null}
                members={members}
                mayWrite={mayWrite}
                readVersion={actions.readVersion}
                onRollBack={rollBack}
              />
            </TabPanel>
          )}
        </Tabs>
      </Beside>
    </div>
  );
}

type BesideProps = {
  /** Null for who may not try it. */
  tried: Tried | null;
  trying: ReturnType<typeof useTrying>;
  onLive: (live: Live | null) => void;
  children: ReactNode;
};

/** The agent with the chat at its right; where there is no room for both, below it. */
function Beside({ tried, trying, onLive, children }: BesideProps) {
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      {children}
      {tried ? (
        <TryIt
          tried={tried}
          isShown={trying.state === "open" ? "shown" : "hidden"}
          onLive={onLive}
          onClose={trying.toggle}
        />
      ) : null}
    </div>
  );
}

/** Whether the chat beside the agent is open. */
function useTrying() {
  const [state, setState] = useState<"open" | "closed">("closed");
  return { state, toggle: () => setState(state === "open" ? "closed" : "open") };
}

/** That a new agent has no name yet is no mistake before somebody wants to save it. */
function quietly(problems: readonly FileIssue[], isDue: boolean) {
  return isDue ? problems : problems.filter(({ path }) => path !== "name");
}
