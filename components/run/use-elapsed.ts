import { useCallback, useSyncExternalStore } from "react";

const TICK_MS = 100;

/** Milliseconds since then, moving on by itself; null for no beginning. */
export function useElapsed(since: number | null): number | null {
  const subscribe = useCallback(
    (tick: () => void) => {
      const timer = since === null ? undefined : setInterval(tick, TICK_MS);
      return () => clearInterval(timer);
    },
    [since],
  );
  const now = useSyncExternalStore(subscribe, roundedNow, () => null);
  return since === null || now === null ? null : Math.max(0, now - since);
}

/** The same value within a tick, as React asks of a snapshot. */
function roundedNow(): number {
  return Math.floor(Date.now() / TICK_MS) * TICK_MS;
}
