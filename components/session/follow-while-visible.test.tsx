import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followWhileVisible } from "./follow-while-visible.ts";

let seen: DocumentVisibilityState = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => seen);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(state: DocumentVisibilityState) {
  seen = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

it("lets go after twenty seconds in the background, and takes it up again when it is looked at", () => {
  const signals: AbortSignal[] = [];
  const leaving = new AbortController();
  followWhileVisible((signal) => signals.push(signal), leaving.signal);
  show("hidden");
  vi.advanceTimersByTime(19_000);
  show("visible");
  vi.advanceTimersByTime(60_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  show("hidden");
  vi.advanceTimersByTime(20_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  show("visible");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  leaving.abort();
  show("hidden");
  show("visible");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
