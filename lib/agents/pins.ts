import "server-only";
import path from "node:path";
import { findConfigurationId } from "#lib/registry/configurations.ts";
import { findToolVersion } from "#lib/registry/tool-versions.ts";
import type { Helper, PinnedTool } from "#lib/runs/agent-schema.ts";
import { functionNames } from "#lib/tools/definition/names.ts";
import type { HelperTool } from "./policy/schema.ts";
import type { AgentDefinition, AgentFile } from "./schema.ts";

type Member = { teamId: string };

/** All agents of a file, the first one first. */
export function agentsOf({ agents, ...first }: AgentFile): AgentDefinition[] {
  return [first, ...agents];
}

/**
 * The versions that the agents' tools have now, for a run to keep to; of a tool that is not there, no version. Folders are taken
 * as they are: who may name them is for the caller to check.
 */
export async function pinTools(member: Member, file: AgentFile): Promise<PinnedTool[]> {
  const tools = agentsOf(file).flatMap((agent) => {
    const names = functionNames(agent.tools.map(({ tool }) => toolName(tool)));
    return agent.tools.map((tool) => ({
      known: { agent: agent.name, name: names.get(toolName(tool.tool)) ?? tool.tool },
      tool,
    }));
  });
  const helpers = helpersOf(file).map(({ agent, place, tool }) => ({
    known: { agent, name: toolName(tool.tool), place },
    tool,
  }));
  return Promise.all(
    [...tools, ...helpers].map(async ({ known, tool }) => ({
      ...known,
      ...(isFolder(tool.tool) ? folderOf(tool) : await versionOf(member, tool)),
    })),
  );
}

/** The tools of a file that no model knows of, and where they are named. */
export function helpersOf(file: AgentFile): { agent: string; place: string; tool: HelperTool }[] {
  return agentsOf(file).flatMap((agent) =>
    [
      ...agent.handoffs.map(({ onHandoff }, at) => ({ place: helperPlace(at, "onHandoff"), tool: onHandoff })),
      ...agent.handoffs.map(({ inputFilter = file.handoffFilter }, at) => ({
        place: helperPlace(at, "inputFilter"),
        tool: inputFilter?.type === "tool" ? inputFilter : undefined,
      })),
      ...agent.guardrails.map(({ check }, at) => ({
        place: guardrailPlace(at),
        tool: check.type === "tool" ? check : undefined,
      })),
    ].flatMap(({ place, tool }) => (tool ? [{ agent: agent.name, place, tool }] : [])),
  );
}

/** Where an agent's handoff number `at` names a tool. */
export function helperPlace(at: number, helper: Helper): string {
  return `handoffs/${at}/${helper}`;
}

/** Where an agent's guardrail number `at` names a tool. */
export function guardrailPlace(at: number): string {
  return `guardrails/${at}`;
}

/** Whether a tool is named by the path of its folder, as only the command line may. */
export function isFolder(tool: string): boolean {
  return tool.includes("/") || tool.startsWith(".");
}

function toolName(tool: string): string {
  return isFolder(tool) ? path.basename(tool) : tool;
}

function folderOf({ tool }: HelperTool) {
  const none = { toolId: null, versionId: null, versionNumber: null, configurationId: null };
  return { toolName: toolName(tool), ...none, folder: tool };
}

async function versionOf(member: Member, { tool, version, configuration }: HelperTool) {
  const found = await findToolVersion(member, { name: tool, number: version });
  const missing = {
    toolName: tool,
    toolId: null,
    versionId: null,
    versionNumber: null,
    configurationId: null,
    folder: null,
  };
  if (!found) return missing;
  const { id: toolId, versionId, versionNumber } = found;
  const pin = { ...missing, toolId, versionId, versionNumber };
  if (configuration === undefined) return pin;
  const configurationId = await findConfigurationId(member, { toolId, name: configuration });
  return configurationId === null ? missing : { ...pin, configurationId };
}
