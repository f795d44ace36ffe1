"use client";
import { createContext, type ReactNode, useContext } from "react";

/** What a session of this file is doing: whose turn it is, and the handoff that it took last, both by the agents' names. */
export type Live = {
  agent: string | null;
  edge: { from: string; to: string } | null;
  running: boolean;
};

export function LiveProvider({ live, children }: { live: Live; children: ReactNode }) {
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  return useContext(LiveContext);
}

export const QUIET: Live = { agent: null, edge: null, running: false };

const LiveContext = createContext<Live>(QUIET);
