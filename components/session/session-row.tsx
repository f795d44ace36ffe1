"use client";

import { Archive, MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { Pip } from "#components/ui/pip.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import type { SessionSummary } from "#lib/agents/schema.ts";
import { useSessionList } from "./session-list-context.tsx";

type Props = { session: SessionSummary; current: "page" | undefined; mayWrite: boolean };

/** A session in the list: whom it is with, what it is about, how it stands, and when something was last said. */
export function SessionRow({ session, current, mayWrite }: Props) {
  const t = useTranslations("session.list");
  const { id, title, agentName, updatedAt } = session;
  return (
    <li className="group/row relative mx-1">
      <Link
        href={`/sessions/${encodeURIComponent(id)}`}
        aria-current={current}
        className="flex items-start gap-2.5 rounded-sm px-3 py-1.5 group-focus-within/row:bg-hover group-hover/row:bg-hover aria-[current]:bg-selected"
      >
        <AgentMark name={agentName} size="sm" className="mt-px" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <SafeText text={title || t("untitled")} />
          </span>
          <span className="flex min-w-0 items-center gap-1.5">
            <Status session={session} />
            {session.trial ? <span className="text-12 text-ink-3">· {t("trial")}</span> : null}
          </span>
        </span>
        <RelativeTime
          at={updatedAt}
          className="text-12 text-ink-3 group-focus-within/row:opacity-0 group-hover/row:opacity-0 pointer-coarse:mr-6"
        />
      </Link>
      {mayWrite ? <RowMenu session={session} /> : null}
    </li>
  );
}

function Status({ session: { status, agentName } }: { session: SessionSummary }) {
  const t = useTranslations("session.list.status");
  if (status === "idle") return <span className="block truncate text-12 text-ink-3">{agentName}</span>;
  const look = {
    failed: "text-danger-text",
    paused: "text-warn-text",
    waiting: "text-warn-text",
    running: "text-accent-text",
    queued: "text-ink-2",
  };
  return (
    <span className={`flex items-center gap-1.5 truncate text-12 ${look[status]}`}>
      {status === "running" ? <Pip tone="run" className="size-1.5 outline-2" /> : null}
      {t(status)}
    </span>
  );
}

function RowMenu({ session }: { session: SessionSummary }) {
  const t = useTranslations("session.bar");
  const { ask } = useSessionList();
  return (
    <Menu>
      <MenuTrigger
        aria-label={t("moreOf", { title: session.title })}
        className="absolute top-1.5 right-2 grid size-6 place-items-center rounded-sm text-ink-2 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 hover:bg-line data-[state=open]:opacity-100 pointer-coarse:opacity-100"
      >
        <MoreHorizontal aria-hidden className="size-4" />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={Pencil} onSelect={() => ask?.({ act: "rename", session })}>
          {t("rename")}
        </MenuItem>
        <MenuItem icon={Archive} onSelect={() => ask?.({ act: "archive", session })}>
          {t(session.archived ? "unarchive" : "archive")}
        </MenuItem>
        <MenuItem icon={Trash2} tone="danger" onSelect={() => ask?.({ act: "delete", session })}>
          {t("delete")}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
