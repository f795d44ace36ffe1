import "server-only";
import path from "node:path";
import { findConfigurationId } from "#lib/registry/configurations.ts";
import { findToolVersion } from "#lib/registry/tool-versions.ts";
import type { PinnedTool } from "#lib/runs/agent-schema.ts";
import { functionNames } from "#lib/tools/definition/names.ts";
import type { AgentDefinition, AgentFile, AgentTool } from "./schema.ts";

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
  const pinned = await Promise.all(
    agentsOf(file).map(async (agent) => {
      const names = functionNames(agent.tools.map(({ tool }) => toolName(tool)));
      return Promise.all(
        agent.tools.map(async (tool) => {
          const name = names.get(toolName(tool.tool)) ?? tool.tool;
          return {
            agent: agent.name,
            name,
            ...(isFolder(tool.tool) ? folderOf(tool) : await versionOf(member, tool)),
          };
        }),
      );
    }),
  );
  return pinned.flat();
}

/** Whether a tool is named by the path of its folder, as only the command line may. */
export function isFolder(tool: string): boolean {
  return tool.includes("/") || tool.startsWith(".");
}

function toolName(tool: string): string {
  return isFolder(tool) ? path.basename(tool) : tool;
}

function folderOf({ tool }: AgentTool) {
  const none = { toolId: null, versionId: null, versionNumber: null, configurationId: null };
  return { toolName: toolName(tool), ...none, folder: tool };
}

async function versionOf(member: Member, { tool, version, configuration }: AgentTool) {
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
