import type { AgentForm, FileForm, Link } from "./agent-form.ts";

/** The agents of a file by their number: the first is 0, those of `agents` follow. */
export function agentsOf(file: FileForm): AgentForm[] {
  const { agents, handoffFilter: _, ...first } = file;
  return [first as AgentForm, ...agents];
}

/** Where an agent stands in the file, as what its places begin with. */
export function placeOf(at: number): string {
  return at === 0 ? "" : `agents.${at - 1}.`;
}

/** The file with some of an agent's members changed. */
export function withAgent(file: FileForm, at: number, part: Partial<AgentForm>): FileForm {
  if (at === 0) return { ...file, ...part };
  return { ...file, agents: file.agents.map((agent, other) => (other === at - 1 ? { ...agent, ...part } : agent)) };
}

/** The file with another agent at its end, and the number of that one. */
export function addAgent(file: FileForm, agent: { name: string } & Partial<AgentForm>): { file: FileForm; at: number } {
  return { file: { ...file, agents: [...file.agents, blankAgent(agent)] }, at: file.agents.length + 1 };
}

/** A copy of an agent at the end of the file; whoever has the original has not the copy. */
export function duplicateAgent(file: FileForm, at: number): { file: FileForm; at: number } {
  const agent = agentsOf(file)[at];
  if (!agent) return { file, at };
  return addAgent(file, { ...structuredClone(agent), name: freeName(file, agent.name) });
}

/** The file without an agent and without all that names it. The first one stays: a file begins with it. */
export function removeAgent(file: FileForm, at: number): FileForm {
  const gone = file.agents[at - 1];
  if (!gone) return file;
  const rest = { ...file, agents: file.agents.filter((_, other) => other !== at - 1) };
  const without = (links: Link[]) => links.filter(({ agent }) => agent !== gone.name);
  return mapLinks(rest, without);
}

/** The file with an agent renamed, wherever it is named. */
export function renameAgent(file: FileForm, { at, name }: { at: number; name: string }): FileForm {
  const before = agentsOf(file)[at]?.name;
  const renamed = withAgent(file, at, { name });
  if (before === undefined) return renamed;
  return mapLinks(renamed, (links) => links.map((link) => (link.agent === before ? { ...link, agent: name } : link)));
}

/** The file with another agent at its beginning; it keeps what is meant for the whole file. */
export function makeFirst(file: FileForm, at: number): FileForm {
  const { agents, handoffFilter, ...first } = file;
  const next = agents[at - 1];
  if (!next) return file;
  const others = agents.map((agent, other) => (other === at - 1 ? (first as AgentForm) : agent));
  return { ...next, agents: others, ...(handoffFilter === undefined ? {} : { handoffFilter }) };
}

/** The file with one of `agents` at another place in their order. */
export function moveAgent(file: FileForm, { at, by }: { at: number; by: number }): FileForm {
  return { ...file, agents: moved(file.agents, { from: at - 1, by }) };
}

/** A list with one of its items moved by some places; beyond an end it stays as it is. */
export function moved<T>(list: readonly T[], { from, by }: { from: number; by: number }): T[] {
  const item = list[from];
  const to = from + by;
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.filter((_, at) => at !== from).toSpliced(to, 0, item);
}

/** The name, or the name with the first number that makes it the file's only one. */
export function freeName(file: FileForm, name: string): string {
  const taken = new Set(agentsOf(file).map((agent) => agent.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  return free;
}

const blankAgent = (agent: { name: string } & Partial<AgentForm>): AgentForm => ({
  ...{ description: "", instructions: "", model: {}, settings: {}, tools: [], hostedTools: [], handoffs: [] },
  ...{ agentTools: [], guardrails: [], limits: {} },
  ...agent,
});

function mapLinks(file: FileForm, change: (links: Link[]) => Link[]): FileForm {
  const linked = (agent: AgentForm) => ({ handoffs: change(agent.handoffs), agentTools: change(agent.agentTools) });
  return { ...file, ...linked(file), agents: file.agents.map((agent) => ({ ...agent, ...linked(agent) })) };
}
