"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useEffectEvent, useState } from "react";
import type { PendingApproval } from "#lib/agents/approvals/schema.ts";

const POLL_MS = 4_000;

type Approvals = { approvals: readonly PendingApproval[]; reload: () => void };

const Context = createContext<Approvals>({ approvals: [], reload: () => undefined });

/** Keeps what waits for a decision in the team up to date below it: again and again, and whenever the tab is seen again. */
export function ApprovalsProvider({ first, children }: { first: readonly PendingApproval[]; children: ReactNode }) {
  const [approvals, setApprovals] = useState(first);
  const load = useEffectEvent(async () => {
    if (document.visibilityState !== "visible") return;
    const response = await fetch("/api/approvals").catch(() => null);
    // What is shown stays; the next look may find the studio again.
    if (response?.ok) setApprovals(((await response.json()) as { approvals: PendingApproval[] }).approvals);
  });
  const [asked, askAgain] = useState(0);
  const reload = useCallback(() => askAgain((times) => times + 1), []);
  useEffect(() => {
    if (asked > 0) void load();
    const timer = setInterval(() => void load(), POLL_MS);
    window.addEventListener("focus", reload);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", reload);
    };
  }, [asked, reload]);
  return <Context value={{ approvals, reload }}>{children}</Context>;
}

/** The calls that wait for a decision, and a way to look again at once. */
export function useApprovals(): Approvals {
  return useContext(Context);
}
