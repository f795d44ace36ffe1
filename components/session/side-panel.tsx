"use client";

import { X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { ArtifactPanel } from "#components/run/artifact-panel.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "#components/ui/tabs.tsx";
import { ArtifactsTab } from "./artifacts-tab.tsx";
import { EventsTab } from "./events-tab.tsx";
import type { SessionArtifact } from "./session-artifacts.ts";
import { useSessionPlace } from "./session-context.tsx";
import type { SessionSnapshot } from "./session-store.ts";
import { UsageTab } from "./usage-tab.tsx";

export type PanelTab = "artifacts" | "usage" | "events";

type Props = {
  session: SessionSnapshot;
  artifacts: readonly SessionArtifact[];
  tab: PanelTab;
  onTab: (tab: PanelTab) => void;
  /** The file that is looked at; null for the list of files. */
  opened: string | null;
  onOpen: (name: string | null) => void;
  onClose: () => void;
};

/** What there is beside the conversation: its files, what it used, and the log itself. */
export function SidePanel({ session, artifacts, tab, onTab, opened, onOpen, onClose }: Props) {
  const t = useTranslations("session.panel");
  const format = useFormatter();
  const { folder } = useSessionPlace();
  const panel = "flex min-h-0 flex-col data-[state=inactive]:hidden";
  return (
    <Tabs value={tab} onValueChange={(next) => onTab(next as PanelTab)} className="flex-1">
      <div className="flex shrink-0 items-center border-b border-line pr-2">
        <TabList aria-label={t("label")} className="min-w-0 flex-1 border-b-0">
          <Tab value="artifacts" count={artifacts.length > 0 ? format.number(artifacts.length) : undefined}>
            {t("artifacts")}
          </Tab>
          <Tab value="usage">{t("usage")}</Tab>
          <Tab value="events" count={format.number(session.events.length)}>
            {t("events")}
          </Tab>
        </TabList>
        <Button variant="ghost" size="sm" shape="square" aria-label={t("close")} title={t("close")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <TabPanel value="artifacts" className={panel}>
        {opened === null ? (
          <ArtifactsTab artifacts={artifacts} onOpen={onOpen} />
        ) : (
          <ArtifactPanel
            folder={folder}
            artifacts={artifacts}
            name={opened}
            back={t("artifacts")}
            onBack={() => onOpen(null)}
          />
        )}
      </TabPanel>
      <TabPanel value="usage" className={panel}>
        <UsageTab transcript={session.transcript} by={session.state?.model.by ?? "server"} />
      </TabPanel>
      <TabPanel value="events" className={panel}>
        <EventsTab events={session.events} />
      </TabPanel>
    </Tabs>
  );
}
