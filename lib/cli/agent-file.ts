import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { keepAgentFile } from "#lib/agents/agent-versions.ts";
import { listAgents } from "#lib/agents/agents.ts";
import { checkFile, checkTools } from "#lib/agents/check-agent.ts";
import { agentsOf, isFolder } from "#lib/agents/pins.ts";
import type { HelperTool } from "#lib/agents/policy/schema.ts";
import { getVersionOf } from "#lib/agents/publish.ts";
import { readAgentFile } from "#lib/agents/read-agent-file.ts";
import { readVersion } from "#lib/agents/read-version.ts";
import { findSample } from "#lib/agents/samples.ts";
import { type AgentDefinition, AgentFile } from "#lib/agents/schema.ts";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { findToolVersion } from "#lib/registry/tool-versions.ts";

type Member = { id: string; teamId: string };

/** What the command line says of the model in place of the agent's own words. */
type ModelFlags = { "base-url"?: string | undefined; api?: string | undefined; model?: string | undefined };

/** With which state of one of the team's agents, and with which model. */
export type AgentFlags = ModelFlags & { state: "saved" | "published" };

/**
 * The agent that was named on the command line, as a session can be with it: an agent file, or the name of one of the team's.
 * Throws `invalid_input` that names the place in the file.
 */
export async function resolveAgent(member: Member, named: string, { state, ...flags }: AgentFlags) {
  if (flags.api !== undefined && flags["base-url"] === undefined)
    throw new AppError("invalid_input", "--api goes with --base-url; a provider of the team knows its own.");
  const isFile = (await stat(named).catch(() => null))?.isFile() ?? false;
  if (!isFile && /\.json$|\//.test(named)) throw new AppError("invalid_input", `There is no agent file ${named}.`);
  const given = Object.values(flags).some((flag) => flag !== undefined);
  const written = isFile ? readAgentFile(await readFile(named, "utf8"), named) : await missingSample(member, named);
  if (!written && !given) return versionOf(await getVersionOf(member, { name: named }, state));
  const file = written ?? readVersion((await getVersionOf(member, { name: named }, state)).version);
  const from = isFile ? path.dirname(path.resolve(named)) : process.cwd();
  const [first, ...agents] = await Promise.all(
    agentsOf(file).map(async (agent) => withModel(await withTools(member, agent, from), flags)),
  );
  const { handoffFilter } = file;
  const filter = handoffFilter?.type === "tool" ? await placed(member, handoffFilter, from) : handoffFilter;
  const resolved = AgentFile.parse({ ...first, agents, ...(filter && { handoffFilter: filter }) });
  checkFile(resolved);
  await checkTools(member, resolved);
  return keepAgentFile(member, resolved);
}

function versionOf({ version, agentName }: Awaited<ReturnType<typeof getVersionOf>>) {
  return { agentVersionId: version.id, agentName };
}

/** A sample that the team does not have, as it is before the first start of a server. */
async function missingSample(member: Member, name: string): Promise<AgentFile | null> {
  const sample = findSample(name);
  if (!sample) return null;
  const isKnown = (await listAgents(member)).some((agent) => agent.name === name);
  return isKnown ? null : sample;
}

/** Folders are meant from where the file is; a built-in tool that the team has not yet is its folder. */
async function withTools<T extends AgentDefinition>(member: Member, agent: T, from: string): Promise<T> {
  const place = <Named extends HelperTool>(each: Named) => placed(member, each, from);
  const guardrails = agent.guardrails.map(async (guardrail) => {
    const { check } = guardrail;
    return check.type === "tool" ? { ...guardrail, check: await place(check) } : guardrail;
  });
  const handoffs = agent.handoffs.map(async (handoff) => ({
    ...handoff,
    ...(handoff.onHandoff && { onHandoff: await place(handoff.onHandoff) }),
    ...(handoff.inputFilter?.type === "tool" && { inputFilter: await place(handoff.inputFilter) }),
  }));
  return {
    ...agent,
    tools: await Promise.all(agent.tools.map(place)),
    guardrails: await Promise.all(guardrails),
    handoffs: await Promise.all(handoffs),
  };
}

async function placed<Named extends HelperTool>(member: Member, each: Named, from: string): Promise<Named> {
  if (isFolder(each.tool)) return { ...each, tool: await folderAt(path.resolve(from, each.tool), each.tool) };
  if (await findToolVersion(member, { name: each.tool, number: each.version })) return each;
  const builtin = path.join(dataDirectory.builtinTools(), each.tool);
  const beside = path.resolve(from, each.tool);
  for (const folder of [beside, builtin]) if (await isThere(folder)) return { ...each, tool: folder };
  return each;
}

async function folderAt(folder: string, named: string): Promise<string> {
  if (await isThere(folder)) return folder;
  throw new AppError(
    "invalid_input",
    `There is no tool folder ${named}; a tool's path is meant from where the agent file is.`,
  );
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() ?? false;
}

function withModel<T extends AgentDefinition>(agent: T, { "base-url": baseUrl, api, model }: ModelFlags): T {
  if (baseUrl === undefined) return model === undefined ? agent : { ...agent, model: { ...agent.model, name: model } };
  if (api !== undefined && api !== "responses" && api !== "chat") {
    throw new AppError("invalid_input", `--api is responses or chat, not ${api}.`);
  }
  if (!/^https?:/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new AppError("invalid_input", `--base-url ${baseUrl} is no URL, such as http://127.0.0.1:11434/v1.`);
  return {
    ...agent,
    model: { server: { api: api ?? "responses", baseUrl }, name: model ?? agent.model.name ?? "default" },
  };
}
