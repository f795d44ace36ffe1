import { z } from "zod";
import type { Position } from "./layout.ts";

/** Where somebody put nodes of an agent's canvas, by their keys. */
export type Moved = Readonly<Record<string, Position>>;

const Kept = z.record(z.string(), z.object({ x: z.number(), y: z.number() }));

/** What this browser keeps of where nodes were put; the rest is laid out. */
export function readMoved(agentId: string): Moved {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(nameFor(agentId)) ?? "{}"));
  } catch {
    // Nothing can be read, so everything is laid out.
    return {};
  }
}

/** Keeps where nodes were put, of those that are there. */
export function keepMoved(agentId: string, { moved, keys }: { moved: Moved; keys: readonly string[] }): void {
  const here = Object.fromEntries(Object.entries(moved).filter(([key]) => keys.includes(key)));
  try {
    if (Object.keys(here).length === 0) localStorage.removeItem(nameFor(agentId));
    else localStorage.setItem(nameFor(agentId), JSON.stringify(here));
  } catch {
    // A browser that keeps nothing lays everything out the next time.
  }
}

const nameFor = (agentId: string) => `toolroom.canvas.${agentId}`;
