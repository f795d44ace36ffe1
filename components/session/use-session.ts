"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { Problem } from "#components/run/problem.ts";
import type { SessionState } from "#lib/agents/schema.ts";
import { type SessionSnapshot, SessionStore } from "./session-store.ts";

/** The session as it is, live for as long as the component is there; `store` has the acts, and does `prepare` before it sends. */
export function useSession(
  state: SessionState,
  prepare?: () => Promise<Problem | null>,
): { session: SessionSnapshot; store: SessionStore } {
  const [store] = useState(() => new SessionStore(state.id, { state, ...(prepare ? { prepare } : {}) }));
  const session = useSyncExternalStore(store.subscribe, store.get, store.get);
  useEffect(() => {
    store.watch();
    return store.leave;
  }, [store]);
  return { session, store };
}
