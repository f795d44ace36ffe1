"use client";

import { Archive, FlaskConical, MessageSquareText, Plus, Search } from "lucide-react";
import Link from "next/link";
import { useNow, useTimeZone, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Input } from "#components/ui/input.tsx";
import type { SessionSummary } from "#lib/agents/schema.ts";
import { dayOf } from "./day-of.ts";
import { SessionRow } from "./session-row.tsx";
import type { Sessions } from "./use-sessions.ts";

type Props = { list: Sessions; here: string; mayWrite: boolean; className?: string };

/** The team's sessions by day, found by a word; those put aside are one click away. */
export function SessionList({ list, here, mayWrite, className }: Props) {
  const t = useTranslations("session.list");
  const { sessions, search, setSearch, archived, setArchived, tries, setTries, problem } = list;
  const aside = archived === "archived";
  return (
    <section
      aria-label={t("title")}
      className={cn(
        "flex min-h-0 w-64 shrink-0 flex-col border-r border-line bg-canvas max-md:w-full max-md:border-r-0",
        className,
      )}
    >
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <Title here={here}>{t(aside ? "archivedTitle" : "title")}</Title>
        <span className="mr-auto text-ink-3">{sessions.length}</span>
        <Button
          variant="ghost"
          shape="square"
          aria-label={t("showTries")}
          title={t("showTries")}
          aria-pressed={tries === "shown"}
          className="aria-pressed:bg-selected aria-pressed:text-accent-text"
          onClick={() => setTries(tries === "shown" ? "hidden" : "shown")}
        >
          <FlaskConical aria-hidden />
        </Button>
        <Button
          variant="ghost"
          shape="square"
          aria-label={t("showArchived")}
          title={t("showArchived")}
          aria-pressed={aside}
          className="aria-pressed:bg-selected aria-pressed:text-accent-text"
          onClick={() => setArchived(aside ? "active" : "archived")}
        >
          <Archive aria-hidden />
        </Button>
        {mayWrite ? (
          <Button shape="square" asChild>
            <Link href="/sessions/new" aria-label={t("new")} title={t("new")}>
              <Plus aria-hidden />
            </Link>
          </Button>
        ) : null}
      </header>
      <div className="relative px-3 pt-2.5 pb-1">
        <Search aria-hidden className="pointer-events-none absolute top-4.5 left-5 size-3.5 text-ink-3" />
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className="pl-7"
        />
      </div>
      {problem ? <p className="px-4 py-2 text-danger-text">{problem}</p> : null}
      {sessions.length === 0 ? (
        <Nothing reason={search !== "" ? "filtered" : aside ? "archived" : "none"} mayWrite={mayWrite} />
      ) : (
        <Days sessions={sessions} here={here} mayWrite={mayWrite} />
      )}
    </section>
  );
}

/** The page's own heading where the list is all of the page: by itself, and where there is no room for what is beside it. */
function Title({ here, children }: { here: string; children: ReactNode }) {
  const look = "min-w-0 truncate text-16 font-semibold tracking-[-0.01em]";
  if (here !== "/sessions") return <h2 className={look}>{children}</h2>;
  return (
    <>
      <h1 className={cn(look, "md:hidden")}>{children}</h1>
      <h2 className={cn(look, "max-md:hidden")}>{children}</h2>
    </>
  );
}

function Days({ sessions, here, mayWrite }: { sessions: SessionSummary[]; here: string; mayWrite: boolean }) {
  const t = useTranslations("session.list.days");
  const now = useNow({ updateInterval: 60_000 });
  const timeZone = useTimeZone() ?? "UTC";
  const days = Map.groupBy(sessions, ({ updatedAt }) => dayOf(new Date(updatedAt), { now, timeZone }));
  return (
    <nav aria-label={t("label")} className="min-h-0 flex-1 overflow-y-auto pb-2">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <h2 className="px-4 pt-3 pb-1 text-12 text-ink-3">{t(day)}</h2>
          <ul>
            {ofDay.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                current={here === `/sessions/${session.id}` ? "page" : undefined}
                mayWrite={mayWrite}
              />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function Nothing({ reason, mayWrite }: { reason: "none" | "archived" | "filtered"; mayWrite: boolean }) {
  const t = useTranslations("session.list");
  if (reason !== "none") return <p className="px-4 py-3 text-ink-2">{t(`nothing.${reason}`)}</p>;
  return (
    <EmptyState
      icon={MessageSquareText}
      title={t("nothing.title")}
      description={t("nothing.none")}
      className="py-10"
      action={
        mayWrite ? (
          <Button variant="primary" asChild className="md:hidden">
            <Link href="/sessions/new">{t("new")}</Link>
          </Button>
        ) : null
      }
    />
  );
}
