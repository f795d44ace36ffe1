const HIDDEN_MS = 20_000;

/**
 * Runs `follow` while the tab is seen, with a signal that aborts once it was hidden for 20 s, and anew when it is seen
 * again: a browser has six connections for all tabs of a server, and one nobody looks at needs none. Ends with `signal`.
 */
export function followWhileVisible(follow: (signal: AbortSignal) => void, signal: AbortSignal): void {
  let following = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    following = new AbortController();
    follow(AbortSignal.any([signal, following.signal]));
  };
  const onChange = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") timer = setTimeout(() => following.abort(), HIDDEN_MS);
    else if (following.signal.aborted) begin();
  };
  begin();
  if (typeof document === "undefined") return;
  document.addEventListener("visibilitychange", onChange, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
