"use client";
import { useSyncExternalStore } from "react";

/** Whether there is room for a canvas beside a panel. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, isWide, () => true);
}

const QUERY = "(min-width: 1024px)";
// A page without a layout, as in a test, has no width either.
const isWide = () => window.matchMedia?.(QUERY).matches ?? false;

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia?.(QUERY);
  list?.addEventListener("change", listener);
  return () => list?.removeEventListener("change", listener);
}
