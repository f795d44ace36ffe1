"use client";

import { createContext, useContext } from "react";
import type { Artifact } from "#lib/runs/view.ts";
import type { SessionActions } from "./actions.ts";
import type { SessionStore } from "./session-store.ts";

/** What every part of a session's page may need. */
export type SessionPlace = {
  sessionId: string;
  /** Where the session's files are. */
  folder: string;
  artifacts: readonly Artifact[];
  /** What the members of the team are called, by their ids. */
  members: Readonly<Record<string, string>>;
  store: SessionStore;
  actions: SessionActions;
  mayWrite: boolean;
  /** Whether something of the session waits or runs. */
  going: "going" | "still";
  openArtifact: (name: string) => void;
};

export const SessionContext = createContext<SessionPlace | null>(null);

/** The session that the component belongs to. */
export function useSessionPlace(): SessionPlace {
  const place = useContext(SessionContext);
  if (!place) throw new Error("A part of a session stands outside its page.");
  return place;
}
