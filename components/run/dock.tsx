"use client";

import { ChevronDown, ChevronUp, WrapText } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useFileSize } from "#components/ui/file-size.ts";
import { Tab, TabList, TabPanel, Tabs } from "#components/ui/tabs.tsx";
import { type LogText, type RunView, readText } from "#lib/runs/view.ts";
import { ArtifactList } from "./artifact-list.tsx";
import { CallPanel } from "./call-panel.tsx";
import { CopyButton } from "./copy-button.tsx";
import { stripAnsi } from "./log/ansi.ts";
import type { LogLines } from "./log/lines.ts";
import { LogView } from "./log/log-view.tsx";
import { runFolder } from "./previews/artifact-url.ts";

export type DockTab = "log" | "stderr" | "artifacts" | "call" | "environment";

type Props = {
  view: RunView;
  lines: { log: LogLines; stderr: LogLines; environment: LogLines };
  live: "live" | "ended";
  tab: DockTab;
  onTab: (tab: DockTab) => void;
  opened: string | null;
  onOpen: (artifact: string) => void;
};

/** What else came of a call, each apart from the others: log, stderr, files, the call itself. */
export function Dock({ view, lines, live, tab, onTab, opened, onOpen }: Props) {
  const t = useTranslations("run.dock");
  const [wrap, setWrap] = useState<"wrap" | "scroll">("wrap");
  const [height, setHeight] = useState<"low" | "tall">("low");
  const panel = "flex flex-col data-[state=inactive]:hidden";
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => onTab(next as DockTab)}
      className={cn(
        "h-49 shrink-0 border-t border-line-strong",
        height === "tall" && "h-[55%]",
        "@max-[680px]/run:h-80",
      )}
    >
      <div className="flex shrink-0 items-center border-b border-line">
        <DockTabs view={view} lines={lines} />
        <DockTools log={logOf(view, tab)} wrap={wrap} onWrap={setWrap} height={height} onHeight={setHeight} />
      </div>
      <TabPanel value="log" className={panel}>
        <LogView label={t("log")} lines={lines.log} wrap={wrap} live={live} />
      </TabPanel>
      <TabPanel value="stderr" className={panel}>
        <LogView label={t("stderr")} lines={lines.stderr} wrap={wrap} live={live} />
      </TabPanel>
      <TabPanel value="environment" className={panel}>
        <LogView label={t("environment")} lines={lines.environment} wrap={wrap} live={live} />
      </TabPanel>
      <TabPanel value="artifacts" className={panel}>
        <ArtifactList folder={runFolder(view.runId ?? "")} artifacts={view.artifacts} opened={opened} onOpen={onOpen} />
      </TabPanel>
      <TabPanel value="call" className={panel}>
        <CallPanel view={view} />
      </TabPanel>
    </Tabs>
  );
}

function DockTabs({ view: { artifacts, call }, lines }: Pick<Props, "view" | "lines">) {
  const t = useTranslations("run.dock");
  const format = useFormatter();
  const size = useFileSize();
  const many = ({ count, dropped }: LogLines) => (count === 0 ? t("empty") : format.number(count + dropped));
  const bytes = artifacts.reduce((sum, artifact) => sum + artifact.bytes, 0);
  return (
    <TabList aria-label={t("label")} className="min-w-0 flex-1 border-b-0">
      <Tab value="log" count={many(lines.log)}>
        {t("log")}
      </Tab>
      <Tab value="stderr" count={many(lines.stderr)}>
        {t("stderr")}
      </Tab>
      <Tab
        value="artifacts"
        count={artifacts.length === 0 ? t("none") : `${format.number(artifacts.length)} · ${size(bytes)}`}
      >
        {t("artifacts")}
      </Tab>
      <Tab
        value="call"
        count={call ? <span className="inline-block max-w-28 truncate align-bottom">{call.id}</span> : undefined}
      >
        {t("call")}
      </Tab>
      {lines.environment.count > 0 ? (
        <Tab value="environment" count={many(lines.environment)}>
          {t("environment")}
        </Tab>
      ) : null}
    </TabList>
  );
}

type ToolsProps = {
  log: LogText | null;
  wrap: "wrap" | "scroll";
  onWrap: (wrap: "wrap" | "scroll") => void;
  height: "low" | "tall";
  onHeight: (height: "low" | "tall") => void;
};

function DockTools({ log, wrap, onWrap, height, onHeight }: ToolsProps) {
  const t = useTranslations("run.dock");
  const Chevron = height === "low" ? ChevronUp : ChevronDown;
  return (
    <div className="flex shrink-0 items-center gap-1 pr-3">
      {log && log.length > 0 ? (
        <>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("wrap")}
            title={t("wrap")}
            aria-pressed={wrap === "wrap"}
            className="aria-pressed:bg-selected aria-pressed:text-ink"
            onClick={() => onWrap(wrap === "wrap" ? "scroll" : "wrap")}
          >
            <WrapText aria-hidden />
          </Button>
          <CopyButton text={() => stripAnsi(readText(log))} />
        </>
      ) : null}
      <Button
        variant="ghost"
        size="sm"
        aria-label={t(height === "low" ? "taller" : "lower")}
        title={t(height === "low" ? "taller" : "lower")}
        className="@max-[680px]/run:hidden"
        onClick={() => onHeight(height === "low" ? "tall" : "low")}
      >
        <Chevron aria-hidden />
      </Button>
    </div>
  );
}

function logOf(view: RunView, tab: DockTab): LogText | null {
  if (tab === "log") return view.stdout;
  return tab === "stderr" || tab === "environment" ? view[tab] : null;
}
