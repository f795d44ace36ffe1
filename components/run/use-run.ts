"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { StartRun } from "#lib/runs/schema.ts";
import { idleRun, type RunSnapshot, RunStore } from "./run-store.ts";

/**
 * Starts, watches and stops one run at a time. `start` and `follow` resolve when the run has ended, was refused, or is
 * no longer watched; unmounting only stops watching.
 */
export function useRun(): {
  run: RunSnapshot;
  start: (body: StartRun) => Promise<void>;
  follow: (runId: string) => Promise<void>;
  cancel: () => Promise<void>;
} {
  const [store] = useState(() => new RunStore());
  const run = useSyncExternalStore(store.subscribe, store.get, () => idleRun);
  useEffect(() => store.leave, [store]);
  const { start, follow, cancel } = store;
  return { run, start, follow, cancel };
}
