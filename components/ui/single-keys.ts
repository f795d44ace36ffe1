"use client";
import { useSyncExternalStore } from "react";

const KEY = "toolroom.single-keys";
const listeners = new Set<() => void>();

/** Whether shortcuts of one plain key are on: who speaks to the computer, or types by accident, can turn them off in this browser. */
export function useSingleKeys(): [on: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn, () => true), setSingleKeys];
}

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "off");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
