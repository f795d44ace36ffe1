import type { FileForm } from "./agent-form.ts";
import { agentsOf } from "./file-agents.ts";

/** What the side panel shows: the file, an agent by its number, or a part of an agent by its place in the list. */
export type Selection =
  | { kind: "file" }
  | { kind: "agent"; at: number }
  | { kind: PartKind; at: number; index: number };

const PARTS = ["handoffs", "agentTools", "tools", "hostedTools", "guardrails"] as const;

/** The lists of an agent whose members have a panel of their own. */
export type PartKind = (typeof PARTS)[number];

/** The same selection while it is there; of a part that is gone, its agent. */
export function stillThere(file: FileForm, selection: Selection): Selection {
  if (selection.kind === "file") return selection;
  const agent = agentsOf(file)[selection.at];
  if (!agent) return { kind: "agent", at: 0 };
  if (selection.kind === "agent" || agent[selection.kind][selection.index]) return selection;
  return { kind: "agent", at: selection.at };
}

/** A selection in one word, the same for the same. */
export function keyOf(selection: Selection): string {
  if (selection.kind === "file") return "file";
  return selection.kind === "agent" ? `agent-${selection.at}` : `${selection.kind}-${selection.at}-${selection.index}`;
}

/** What has the field for a place in the file, such as `agents.0.handoffs.1.agent`. */
export function selectionAt(path: string): Selection {
  if (path.startsWith("handoffFilter")) return { kind: "file" };
  const [, number, rest = ""] = /^(?:agents\.(\d+)\.?)?(.*)$/.exec(path) ?? [];
  const at = number === undefined ? 0 : Number(number) + 1;
  const [list, index] = rest.split(".");
  const kind = PARTS.find((part) => part === list);
  return kind && index ? { kind, at, index: Number(index) } : { kind: "agent", at };
}
