import "server-only";
import type { Role } from "./cast.ts";
import type { Conversation } from "./conversation.ts";
import { resolveInstructions } from "./instructions/schema.ts";
import { holds } from "./policy/conditions.ts";
import type { Enabled } from "./policy/schema.ts";

/** What is known of a session beside its log: who began the run, and the JSON that the session began with. */
export type SessionFacts = { startedBy: { role: string | null }; data: unknown };

/** What the conditions of an agent file are about; docs/agent-file.md lists it. */
type SessionData = SessionFacts & {
  agent: string;
  turn: number;
  messages: number;
  lastMessage: string;
  /** The day that the run began, in UTC, as 2026-03-02. */
  date: string;
};

/** A session's data at one of the turns of an agent. */
export function sessionData(
  { heard, run }: Conversation,
  { agent, turn }: { agent: string; turn: number },
  facts: SessionFacts,
): SessionData {
  const date = new Date(run?.startedAt ?? 0).toISOString().slice(0, 10);
  return { ...facts, agent, turn, messages: heard.messages, lastMessage: heard.last, date };
}

/**
 * An agent as it is at this turn: its instructions say what their variables stand for, and a function whose conditions do not hold is
 * not sent, and is in `disabled`.
 */
export function roleAt(whole: Role, data: SessionData): Role {
  const role = {
    ...whole,
    agent: { ...whole.agent, instructions: resolveInstructions(whole.agent.instructions, data) },
  };
  const all = [...role.functions];
  const there = all.filter(([, each]) => !("isEnabled" in each) || isEnabled(each.isEnabled, data));
  if (there.length === all.length) return role;
  const functions = new Map(there);
  const disabled = new Set(all.flatMap(([name]) => (functions.has(name) ? [] : [name])));
  const tools = role.tools.filter((tool) => tool.type !== "function" || !disabled.has(String(tool.name)));
  return { ...role, functions, tools, disabled, agent: { ...role.agent, settings: choosable(role, tools, disabled) } };
}

function isEnabled(enabled: Enabled | undefined, data: SessionData): boolean {
  if (enabled === undefined || typeof enabled === "boolean") return enabled ?? true;
  return enabled.every((condition) => holds(condition, data));
}

/** A server refuses a choice that is forced on a function which is not among those that are sent. */
function choosable({ agent }: Role, tools: Role["tools"], disabled: ReadonlySet<string>): Role["agent"]["settings"] {
  const { toolChoice, ...settings } = agent.settings;
  const isThere = toolChoice === "required" ? tools.length > 0 : !disabled.has(toolChoice ?? "");
  return isThere ? agent.settings : settings;
}
