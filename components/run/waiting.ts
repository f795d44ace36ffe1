const LONGEST_MS = 10_000;
const HIDDEN_FRAME_MS = 250;

/** Milliseconds to wait before the next try after so many failures in a row: doubling, at most 10 s. */
export function retryDelay(failures: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** failures, LONGEST_MS);
}

/** Resolves after the delay, at once when the tab comes back to the front or the network returns, or at the abort. */
export function untilRetry(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const options = { signal: waiting.signal };
    const timer = setTimeout(finish, delayMs);
    function finish() {
      clearTimeout(timer);
      waiting.abort();
      resolve();
    }
    signal.addEventListener("abort", finish, options);
    if (typeof window === "undefined") return;
    window.addEventListener("online", finish, options);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && finish(), options);
  });
}

/** Runs `flush` before the next paint; a hidden tab does not paint, so there a little later. */
export function nextFrame(flush: () => void): void {
  if (typeof document === "undefined" || document.visibilityState === "hidden") setTimeout(flush, HIDDEN_FRAME_MS);
  else requestAnimationFrame(flush);
}
