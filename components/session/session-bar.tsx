"use client";

import {
  Archive,
  ArrowLeft,
  Braces,
  Clapperboard,
  Download,
  FileText,
  FlaskConical,
  Hand,
  MoreHorizontal,
  PanelRight,
  Pencil,
  Trash2,
  User,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { SessionState } from "#lib/agents/schema.ts";
import { exportUrl } from "./export-url.ts";
import { useSessionPlace } from "./session-context.tsx";
import { useSessionList } from "./session-list-context.tsx";
import type { SessionSnapshot } from "./session-store.ts";
import { useCommands } from "./use-commands.ts";

type Props = {
  session: SessionSnapshot;
  state: SessionState;
  panel: "unset" | "open" | "closed";
  onPanel: (panel: "open" | "closed") => void;
};

/** Which session this is, with whom, and what can be done with the whole of it. */
export function SessionBar({ session, state, panel, onPanel }: Props) {
  const t = useTranslations("session.bar");
  const { mayWrite } = useSessionPlace();
  const version = session.transcript.runs.at(-1)?.versionNumber;
  return (
    <PageBar
      className="max-md:px-2"
      actions={
        <>
          <span className="max-w-48 truncate text-12 text-ink-3 max-lg:hidden">
            {state.agentName}
            {version ? ` · ${t("version", { number: version })}` : null}
          </span>
          <ExportMenu state={state} />
          {mayWrite ? <MoreMenu state={state} /> : null}
          <PanelButton panel={panel} onPanel={onPanel} />
        </>
      }
    >
      <Button variant="ghost" size="sm" shape="square" asChild className="md:hidden">
        <Link href="/sessions" aria-label={t("back")}>
          <ArrowLeft aria-hidden />
        </Link>
      </Button>
      <PageTitle>
        <SafeText text={state.title || t("untitled")} />
      </PageTitle>
      {state.trial ? (
        <Tag title={t("trialHint")}>
          <FlaskConical aria-hidden />
          <span className="max-sm:sr-only">{t("trial")}</span>
        </Tag>
      ) : null}
      {state.model.by === "rehearsal" ? (
        <Tag tone="warn" title={t("rehearsalHint")}>
          <Clapperboard aria-hidden />
          <span className="max-sm:sr-only">{t("rehearsal")}</span>
        </Tag>
      ) : null}
      {state.model.by === "person" ? (
        <Tag tone="accent" title={t("personHint")}>
          <User aria-hidden />
          <span className="max-sm:sr-only">{t("person")}</span>
        </Tag>
      ) : null}
      {state.status === "waiting" ? (
        <Tag tone="warn" title={t("deciding")}>
          <Hand aria-hidden />
          <span className="max-sm:sr-only">{t("deciding")}</span>
        </Tag>
      ) : null}
      {state.archived ? <Tag>{t("archived")}</Tag> : null}
      {state.forkedFromId ? (
        <Link
          href={`/sessions/${encodeURIComponent(state.forkedFromId)}`}
          className="shrink-0 text-12 text-accent-text hover:underline max-sm:hidden"
        >
          {t("forked")}
        </Link>
      ) : null}
    </PageBar>
  );
}

function ExportMenu({ state }: { state: SessionState }) {
  const t = useTranslations("session.bar");
  const { mayWrite } = useSessionPlace();
  const { run } = useCommands(state);
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" aria-label={t("export")} className="max-sm:px-1.5">
          <Download aria-hidden />
          <span className="max-sm:hidden">{t("export")}</span>
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={FileText} onSelect={() => run("export-markdown")}>
          {t("markdown")}
        </MenuItem>
        <MenuItem icon={Braces} onSelect={() => run("export-json")}>
          {t("json")}
        </MenuItem>
        <MenuItem icon={Clapperboard} onSelect={() => window.location.assign(exportUrl(state.id, "rehearsal"))}>
          {t("rehearsalFile")}
        </MenuItem>
        {mayWrite ? (
          <MenuItem icon={Clapperboard} onSelect={() => run("save-rehearsal")}>
            {t("asRehearsal")}
          </MenuItem>
        ) : null}
      </MenuContent>
    </Menu>
  );
}

function MoreMenu({ state }: { state: SessionState }) {
  const t = useTranslations("session.bar");
  const { ask } = useSessionList();
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" shape="square" aria-label={t("more")} title={t("more")}>
          <MoreHorizontal aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={Pencil} onSelect={() => ask?.({ act: "rename", session: state })}>
          {t("rename")}
        </MenuItem>
        <MenuItem icon={Archive} onSelect={() => ask?.({ act: "archive", session: state })}>
          {t(state.archived ? "unarchive" : "archive")}
        </MenuItem>
        <MenuItem icon={Trash2} tone="danger" onSelect={() => ask?.({ act: "delete", session: state })}>
          {t("delete")}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}

/** Where there is room the panel is open from the beginning, so the same click means two things. */
function PanelButton({ panel, onPanel }: Pick<Props, "panel" | "onPanel">) {
  const t = useTranslations("session.bar");
  const button = (next: "open" | "closed", className: string) => (
    <Button
      variant="ghost"
      shape="square"
      aria-label={t("panel")}
      title={t("panel")}
      aria-expanded={next === "closed"}
      className={className}
      onClick={() => onPanel(next)}
    >
      <PanelRight aria-hidden />
    </Button>
  );
  if (panel !== "unset") return button(panel === "open" ? "closed" : "open", "");
  return (
    <>
      {button("closed", "max-xl:hidden")}
      {button("open", "xl:hidden")}
    </>
  );
}
