import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { factsOf } from "#lib/providers/facts.ts";
import { findProviderApi } from "#lib/providers/providers.ts";
import type { ProviderApi } from "#lib/providers/schema.ts";
import { handoffProblem } from "./check-handoffs.ts";
import { guardrailProblem } from "./guardrail-problem.ts";
import { askNames, handoffNames } from "./handoff-names.ts";
import { agentsOf, helpersOf, isFolder, pinTools } from "./pins.ts";
import { problemOf } from "./policy/conditions.ts";
import type { AgentDefinition, AgentFile } from "./schema.ts";

const MOST_FUNCTIONS = 128;

/**
 * Throws `invalid_input` with what to do for an agent that cannot work: a tool or an agent that is not there, two functions of one
 * name, more functions than a model server takes, hosted tools or a kept history on a server that has none, a folder or a server of its own.
 */
export async function checkAgent(member: { teamId: string }, file: AgentFile): Promise<void> {
  checkFile(file);
  for (const agent of agentsOf(file)) {
    const folder = toolsOf(file, agent).find(({ tool }) => isFolder(tool));
    if (folder)
      refuse(agent, `names the folder ${folder.tool} as a tool, as only the command line may; register it as a tool`);
    if (agent.model.server)
      refuse(agent, "names a model server of its own, as only the command line may; add it as a provider");
    await checkModel(member, agent);
  }
  await checkTools(member, file);
}

/** Throws `invalid_input` for a tool, a version or a configuration that the team does not have. */
export async function checkTools(member: { teamId: string }, file: AgentFile): Promise<void> {
  const pins = await pinTools(member, file);
  const missing = pins.find(({ folder, versionId }) => folder === null && versionId === null);
  if (!missing) return;
  const agent = agentsOf(file).find(({ name }) => name === missing.agent);
  const helper = helpersOf(file).find((each) => each.agent === missing.agent && each.place === missing.place);
  const tool = helper?.tool ?? agent?.tools.find((each) => each.tool === missing.toolName);
  if (!agent || !tool) return;
  const version = tool.version === undefined ? "" : ` in version ${tool.version}`;
  const configuration = tool.configuration === undefined ? "" : ` with the configuration "${tool.configuration}"`;
  refuse(agent, `uses the tool "${tool.tool}"${version}${configuration}, which this team does not have`);
}

/** All tools that an agent names, also those that its model does not know of. */
function toolsOf(file: AgentFile, { name, tools }: AgentDefinition): { tool: string }[] {
  return [...tools, ...helpersOf(file).flatMap(({ agent, tool }) => (agent === name ? [tool] : []))];
}

/** The part of it that needs no team. */
export function checkFile(file: AgentFile): void {
  const agents = agentsOf(file);
  const names = agents.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new AppError("invalid_input", `Two of the file's agents are named "${twice}"; rename one.`);
  for (const agent of agents) {
    const problem = handoffProblem(agent, agents) ?? guardrailProblem(agent);
    if (problem !== null) refuse(agent, problem);
    checkFunctions(agent);
    checkConditions(agent);
    checkApi(agent, agent.model.server?.api ?? null);
  }
}

function checkFunctions(agent: AgentDefinition): void {
  const handed = handoffNames(agent.handoffs.map((handoff) => handoff.agent));
  const asked = askNames(agent.agentTools.map((each) => each.agent));
  const names = [
    ...agent.tools.map(({ tool }) => tool.split("/").at(-1) ?? tool),
    ...agent.handoffs.map((handoff) => handoff.toolNameOverride ?? handed.get(handoff.agent) ?? ""),
    ...agent.agentTools.map(({ agent: to, toolName }) => toolName ?? asked.get(to) ?? ""),
  ];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    refuse(agent, `has two functions named "${twice}"; leave one out, or name one of them otherwise`);
  const count = names.length + agent.hostedTools.length;
  if (count > MOST_FUNCTIONS) {
    refuse(
      agent,
      `has ${count} functions, and model servers take at most ${MOST_FUNCTIONS}; leave some out, or give them to an agent that is handed over to`,
    );
  }
}

function checkConditions(agent: AgentDefinition): void {
  const { tools, handoffs, agentTools } = agent;
  const rules = [...tools, ...agentTools].map(({ approval }) => (typeof approval === "object" ? approval.when : []));
  const enabled = [...handoffs, ...agentTools].map(({ isEnabled }) => (Array.isArray(isEnabled) ? isEnabled : []));
  const problem = [...rules, ...enabled]
    .flat()
    .map(problemOf)
    .find((each) => each !== null);
  if (problem !== undefined) refuse(agent, `has a condition that cannot be evaluated: ${problem}`);
}

async function checkModel(member: { teamId: string }, agent: AgentDefinition): Promise<void> {
  const { rehearsal, person, provider, name } = agent.model;
  const [first] = agent.hostedTools;
  if (rehearsal || person) {
    if (first) refuse(agent, `has the hosted tool "${first.type}", which only a model server runs`);
    return;
  }
  if (first || agent.history === "server") checkApi(agent, await findProviderApi(member, provider));
  const { hostedTools, forcedBesideHosted } = factsOf(name ?? "");
  const { toolChoice = "auto" } = agent.settings;
  if (first && !forcedBesideHosted && toolChoice !== "auto" && toolChoice !== "none") {
    refuse(
      agent,
      `forces the tool choice "${toolChoice}" beside the hosted tool "${first.type}", which the model ${name} refuses; leave out one of them`,
    );
  }
  const unknown = hostedTools && agent.hostedTools.find(({ type }) => !hostedTools.includes(type));
  if (unknown) refuse(agent, `has the hosted tool "${unknown.type}", which the model ${name} does not take`);
}

function checkApi(agent: AgentDefinition, api: ProviderApi | null): void {
  if (api !== "chat") return;
  const [first] = agent.hostedTools;
  const advice = "which Chat Completions have not; use a server of the Responses API";
  if (first) refuse(agent, `has the hosted tool "${first.type}", ${advice}`);
  if (agent.history === "server") refuse(agent, `has its history kept by the server, ${advice}`);
}

function refuse(agent: AgentDefinition, why: string): never {
  throw new AppError("invalid_input", `The agent "${agent.name}" ${why}.`);
}
