"use client";
import { useState } from "react";
import { readEvents } from "#components/run/event-stream.ts";
import { readProblem } from "#components/run/problem.ts";
import type { ProviderCheck } from "#lib/providers/schema.ts";

export type CheckState = {
  at: "idle" | "running" | "done";
  known: readonly ProviderCheck[];
  /** Why it could not be run to its end; empty where the studio itself did not answer. */
  problem: string | null;
};

/** Two answers of a model at most, each within a minute, and what comes before. */
const LONGEST_SILENCE_MS = 150_000;

/** Tries a provider from the server; what is known of it comes step by step. */
export function useProviderCheck(providerId: string): { check: CheckState; start: () => Promise<void> } {
  const [check, setCheck] = useState<CheckState>({ at: "idle", known: [], problem: null });

  async function start() {
    if (check.at === "running") return;
    const known: ProviderCheck[] = [];
    setCheck({ at: "running", known, problem: null });
    const address = `/api/providers/${encodeURIComponent(providerId)}/check`;
    const response = await fetch(address, { method: "POST" }).catch(() => null);
    if (!response?.ok || !response.body) {
      const { message } = await readProblem(response);
      return setCheck({ at: "done", known, problem: message ?? "" });
    }
    try {
      for await (const page of readEvents<ProviderCheck>(response.body, { stallMs: LONGEST_SILENCE_MS })) {
        known.push(...page);
        setCheck({ at: "running", known: [...known], problem: null });
      }
      setCheck({ at: "done", known: [...known], problem: null });
    } catch {
      // The connection broke: what came before it is still true.
      setCheck({ at: "done", known: [...known], problem: "" });
    }
  }

  return { check, start };
}
