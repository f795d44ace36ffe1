"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { z } from "zod";
import { untilRetry } from "#components/run/waiting.ts";
import type { EnvironmentSummary } from "#lib/registry/schema.ts";

const BUILDING_MS = 700;
const WAITING_MS = 2_500;
const RETRY_READINGS = 5;

const Reading = z.object({
  id: z.string(),
  state: z.enum(["missing", "building", "ready", "failed"]),
  problem: z.string().nullable(),
  warnings: z.array(z.string()),
  log: z.string(),
  next: z.number(),
});

type Seen = { environment: EnvironmentSummary; log: string; next: number; connection: "well" | "broken" };

export type WatchedEnvironment = Omit<Seen, "next"> & { retry: () => Promise<void> };

/**
 * A tool's environment and its build log, read again until it is ready or has failed.
 * `onSettled` hears when that happened since the page was rendered.
 */
export function useEnvironment(
  toolId: string,
  { initial, onSettled }: { initial: EnvironmentSummary; onSettled: () => void },
): WatchedEnvironment {
  const [seen, setSeen] = useState<Seen>({ environment: initial, log: "", next: 0, connection: "well" });
  const [attempt, setAttempt] = useState(0);
  const settled = useEffectEvent((state: EnvironmentSummary["state"]) => {
    if (state !== initial.state || attempt > 0) onSettled();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another environment is followed from its beginning.
  useEffect(() => {
    const leaving = new AbortController();
    const patience = attempt > 0 ? RETRY_READINGS : 0;
    void follow(addressOf(toolId), {
      signal: leaving.signal,
      patience,
      onSeen: (next) => setSeen((last) => next ?? { ...last, connection: "broken" }),
      onSettled: (state) => settled(state),
    });
    return () => leaving.abort();
  }, [toolId, attempt, initial.id]);

  const retry = async () => {
    // A retry that does not arrive shows in the readings that follow, as a broken connection or the same failure.
    await fetch(addressOf(toolId), { method: "POST" }).catch(() => null);
    setAttempt((count) => count + 1);
  };
  return { ...seen, retry };
}

function addressOf(toolId: string): string {
  return `/api/tools/${encodeURIComponent(toolId)}/environment`;
}

type Following = {
  signal: AbortSignal;
  /** How many readings may still show the failure from before a retry. */
  patience: number;
  /** Null while the server cannot be reached. */
  onSeen: (seen: Seen | null) => void;
  onSettled: (state: EnvironmentSummary["state"]) => void;
};

async function follow(address: string, { signal, patience, onSeen, onSettled }: Following): Promise<void> {
  let seen = null as Seen | null;
  for (let readings = 0; !signal.aborted; readings++) {
    const reading = await read(`${address}?after=${seen?.next ?? 0}`, signal);
    if (signal.aborted) return;
    if (reading && seen && reading.id !== seen.environment.id) {
      seen = null;
      continue;
    }
    if (reading) {
      seen = { environment: reading, log: (seen?.log ?? "") + reading.log, next: reading.next, connection: "well" };
    }
    onSeen(reading && seen);
    const state = reading?.state;
    if (state === "ready" || (state === "failed" && readings >= patience)) return onSettled(state);
    await untilRetry(state === "building" || state === "failed" ? BUILDING_MS : WAITING_MS, signal);
  }
}

/** One reading; null when the server cannot be reached, which the next one may cure. */
async function read(address: string, signal: AbortSignal): Promise<z.infer<typeof Reading> | null> {
  try {
    const response = await fetch(address, { signal, cache: "no-store" });
    const parsed = Reading.safeParse(await response.json());
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
