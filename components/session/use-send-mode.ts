"use client";

import { useSyncExternalStore } from "react";
import type { SendMessage } from "#lib/agents/schema.ts";

const KEY = "toolroom.while-running";
const listeners = new Set<() => void>();

/** What a message does that is sent while a run goes on; this browser remembers it. */
export function useSendMode(): [mode: SendMessage["mode"], set: (mode: SendMessage["mode"]) => void] {
  return [useSyncExternalStore(subscribe, read, () => "queue"), write];
}

function read(): SendMessage["mode"] {
  return localStorage.getItem(KEY) === "steer" ? "steer" : "queue";
}

function write(mode: SendMessage["mode"]): void {
  localStorage.setItem(KEY, mode);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
