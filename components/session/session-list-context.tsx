"use client";

import { createContext, useContext } from "react";
import type { SessionSummary } from "#lib/agents/schema.ts";

/** What can be asked to be done with a session, from the list or from its own page. */
export type SessionRequest = { act: "rename" | "archive" | "delete"; session: SessionSummary };

type SessionListPlace = {
  /** Tells the list how a session stands by now. */
  report: (session: SessionSummary) => void;
  /** Null where no list stands beside it. */
  ask: ((request: SessionRequest) => void) | null;
};

export const SessionListContext = createContext<SessionListPlace>({ report: () => undefined, ask: null });

/** The list that stands beside the page. */
export function useSessionList(): SessionListPlace {
  return useContext(SessionListContext);
}
