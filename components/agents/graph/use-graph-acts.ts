"use client";
import { useTranslations } from "next-intl";
import { useFileEditing } from "../editing.tsx";
import {
  addAgent,
  agentsOf,
  duplicateAgent,
  freeName,
  makeFirst,
  moveAgent,
  removeAgent,
  withAgent,
} from "../file-agents.ts";
import type { PartKind, Selection } from "../selection.ts";
import { type PartPlace, withoutPart, withPartMoved } from "./parts.ts";

type LinkKind = "handoffs" | "agentTools";

/** What canvas, list and panel can do to the graph; each act is one step back, and selects what it made. */
export function useGraphActs() {
  const t = useTranslations("agents.graph");
  const { file, edit, select } = useFileEditing();
  const agents = agentsOf(file);
  const act = (next: typeof file, selection?: Selection) => {
    edit(next, `act ${Date.now()}`);
    if (selection) select(selection);
  };
  const append = (at: number, { kind, part }: { kind: PartKind; part: Record<string, unknown> }, next = file) => {
    const list = agentsOf(next)[at]?.[kind] ?? [];
    act(withAgent(next, at, { [kind]: [...list, part] }), { kind, at, index: list.length });
  };
  return {
    addAgent() {
      const added = addAgent(file, { name: freeName(file, t("newAgent")) });
      act(added.file, { kind: "agent", at: added.at });
    },
    duplicateAgent(at: number) {
      const added = duplicateAgent(file, at);
      act(added.file, { kind: "agent", at: added.at });
    },
    removeAgent: (at: number) => act(removeAgent(file, at), { kind: "agent", at: 0 }),
    makeFirst: (at: number) => act(makeFirst(file, at), { kind: "agent", at: 0 }),
    moveAgent: (at: number, by: number) => act(moveAgent(file, { at, by })),
    /** Links to an agent, or selects the link that is there. */
    link(from: number, { kind, to }: { kind: LinkKind; to: number }) {
      const name = agents[to]?.name;
      const known = agents[from]?.[kind].findIndex(({ agent }) => agent === name) ?? -1;
      if (name === undefined) return;
      if (known >= 0) select({ kind, at: from, index: known });
      else append(from, { kind, part: { agent: name } });
    },
    /** Makes an agent and links to it, in one step. */
    linkNew(from: number, kind: LinkKind) {
      const name = freeName(file, t("newAgent"));
      append(from, { kind, part: { agent: name } }, addAgent(file, { name }).file);
    },
    addTool(at: number, tool: string) {
      const known = agents[at]?.tools.findIndex((use) => use.tool === tool) ?? -1;
      if (known >= 0) select({ kind: "tools", at, index: known });
      else append(at, { kind: "tools", part: { tool } });
    },
    addHostedTool: (at: number, part: { type: string } & Record<string, unknown>) =>
      append(at, { kind: "hostedTools", part }),
    addGuardrail: (at: number, part: { name: string } & Record<string, unknown>) =>
      append(at, { kind: "guardrails", part }),
    removePart(at: number, part: PartPlace) {
      const agent = agents[at];
      if (agent) act(withAgent(file, at, withoutPart(agent, part)), { kind: "agent", at });
    },
    /** Takes a tool from every agent that has it. */
    removeTool(tool: string) {
      const without = ({ tools }: (typeof agents)[number]) => ({ tools: tools.filter((use) => use.tool !== tool) });
      const others = file.agents.map((agent) => ({ ...agent, ...without(agent) }));
      act({ ...file, ...without(file), agents: others }, { kind: "agent", at: 0 });
    },
    movePart(at: number, part: PartPlace & { by: number }) {
      const agent = agents[at];
      if (agent) act(withAgent(file, at, withPartMoved(agent, part)));
    },
  };
}
