"use client";
import { useSyncExternalStore } from "react";
import { z } from "zod";

/** What the page remembers. */
export type Pasted = z.infer<typeof Pasted>;

const Pasted = z.object({
  text: z.string(),
  /** The last text that could be read: `text` itself, unless something is wrong with it. */
  good: z.string().nullable(),
  /** Which tool of a list. */
  chosen: z.number().int().nonnegative(),
  /** The payload as the person has it; null until they change it. */
  payload: z.string().nullable(),
});

export const NOTHING_PASTED: Pasted = { text: "", good: null, chosen: 0, payload: null };

const pasted = new Map<string, Pasted>();
const listeners = new Set<() => void>();

/**
 * What was pasted, kept in this browser tab alone, so that it outlives a reload and the way back, and is in no address and on no
 * server. Null until the page is awake. `owner` keeps two people who use one tab apart.
 */
export function usePasted(owner: string): [Pasted | null, (change: Partial<Pasted>) => void] {
  const now = useSyncExternalStore(
    subscribe,
    () => read(owner),
    () => null,
  );
  return [now, (change) => write(owner, { ...read(owner), ...change })];
}

function read(owner: string): Pasted {
  const known = pasted.get(owner) ?? stored(owner);
  pasted.set(owner, known);
  return known;
}

function write(owner: string, next: Pasted): void {
  pasted.set(owner, next);
  try {
    sessionStorage.setItem(keyOf(owner), JSON.stringify(next));
  } catch {
    // Full, or forbidden: it is still here until the page is loaded anew.
  }
  for (const listener of listeners) listener();
}

function stored(owner: string): Pasted {
  try {
    return Pasted.parse(JSON.parse(sessionStorage.getItem(keyOf(owner)) ?? "null"));
  } catch {
    // Nothing yet, or nothing that can be read: begin anew.
    return NOTHING_PASTED;
  }
}

function keyOf(owner: string): string {
  return `toolroom.schema.${owner}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
