"use client";

import { usePathname } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useState } from "react";
import type { SessionSummary } from "#lib/agents/schema.ts";
import type { SessionListActions } from "./actions.ts";

const TYPING_MS = 200;
const LIVE_MS = 5_000;

export type Sessions = ReturnType<typeof useSessions>;

/** The sessions that are searched for, kept up to date: at each visit of a page, when the tab is seen again, and while one runs. */
export function useSessions(first: SessionSummary[], find: SessionListActions["find"]) {
  const here = usePathname();
  const [found, setFound] = useState(first);
  const [reported, setReported] = useState<ReadonlyMap<string, SessionSummary>>(new Map());
  const [search, setSearch] = useState("");
  const [archived, setArchived] = useState<"active" | "archived">("active");
  const [tries, setTries] = useState<"hidden" | "shown">("hidden");
  const [problem, setProblem] = useState<string | null>(null);

  const load = useEffectEvent(async () => {
    const asked = { search, archived: archived === "archived", tries: tries === "shown" };
    const answer = await find(asked);
    setProblem(answer.ok ? null : answer.error.message);
    if (answer.ok) setFound(answer.value);
  });
  const [asked, askAgain] = useState(0);
  const reload = useCallback(() => askAgain((times) => times + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to ask again
  useEffect(() => {
    const timer = setTimeout(load, TYPING_MS);
    return () => clearTimeout(timer);
  }, [search, archived, tries, here, asked]);
  useEffect(() => {
    window.addEventListener("focus", reload);
    return () => window.removeEventListener("focus", reload);
  }, [reload]);

  const sessions = merged(found, reported, { search, archived });
  const live = sessions.some(({ status }) => status === "running" || status === "queued" || status === "waiting");
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => document.visibilityState === "visible" && load(), LIVE_MS);
    return () => clearInterval(timer);
  }, [live]);

  const report = useCallback((session: SessionSummary) => {
    setReported((all) => new Map(all).set(session.id, session));
  }, []);
  return { sessions, search, setSearch, archived, setArchived, tries, setTries, problem, report, reload };
}

/** What a page reported of a session is newer than what was found of it. */
function merged(
  found: readonly SessionSummary[],
  reported: ReadonlyMap<string, SessionSummary>,
  { search, archived }: { search: string; archived: "active" | "archived" },
): SessionSummary[] {
  const newer = found.map((session) => {
    const other = reported.get(session.id);
    return other && other.updatedAt >= session.updatedAt ? other : session;
  });
  return newer
    .filter((session) => search !== "" || session.archived === (archived === "archived"))
    .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt));
}
