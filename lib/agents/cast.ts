import "server-only";
import { AppError, toAppError } from "#lib/core/errors.ts";
import type { ToolDefinition } from "#lib/providers/model.ts";
import { prepare } from "#lib/registry/prepare.ts";
import { listToolVersions } from "#lib/registry/tool-versions.ts";
import { type CallableTool, toolFolder } from "#lib/registry/tools.ts";
import type { PinnedTool } from "#lib/runs/agent-schema.ts";
import { readContract } from "#lib/tools/contract.ts";
import { defineFunction, type FunctionDefinition } from "#lib/tools/definition/define.ts";
import type { ToolContract } from "#lib/tools/schema.ts";
import { type AskFunction, askFunctions, type HandoffFunction, handoffFunctions } from "./agent-functions.ts";
import { withHandoffPrompt } from "./handoff-prompt.ts";
import { agentsOf } from "./pins.ts";
import type { Approval } from "./policy/schema.ts";
import type { AgentDefinition, AgentFile } from "./schema.ts";

/** A tool in the version that a run keeps to. */
export type LoadedTool = { pin: PinnedTool; folder: string; contract: ToolContract };

/** Something that an agent's model can call. */
type AgentFunction =
  | ({ type: "tool"; define: FunctionDefinition; approval: Approval | undefined } & LoadedTool)
  | HandoffFunction
  | AskFunction;

/** An agent as its run needs it. */
export type Role = {
  agent: AgentDefinition;
  functions: ReadonlyMap<string, AgentFunction>;
  /** Functions that it has at other turns. */
  disabled?: ReadonlySet<string>;
  /** The tools that its model does not know of, by where they are named. */
  helpers: ReadonlyMap<string, LoadedTool>;
  /** As they are sent, hosted ones last. */
  tools: readonly ToolDefinition[];
  /** How the final answer is checked; null when it may be anything. */
  output: FunctionDefinition | null;
};

/** A run's agents by name; the first is the one that it begins with. */
export type Cast = ReadonlyMap<string, Role>;

type Around = { signal: AbortSignal; onLog: (text: string) => void };

/**
 * Makes the agents of a run ready: reads their tools' contracts, building environments where they are missing, and defines their
 * functions. A tool that cannot be had is left out, and `onLog` hears why.
 */
export async function loadCast(
  member: { teamId: string },
  { file, pins }: { file: AgentFile; pins: readonly PinnedTool[] },
  around: Around,
): Promise<Cast> {
  const versions = await listToolVersions(
    member,
    pins.flatMap(({ versionId }) => versionId ?? []),
  );
  const loaded = await Promise.all(
    pins.map((pin) =>
      loadTool(member, pin, { version: versions.get(pin.versionId ?? ""), ...around }).catch((error: unknown) => {
        if (around.signal.aborted) throw error;
        around.onLog(`The tool "${pin.toolName}" is left out: ${toAppError(error).message}\n`);
        return null;
      }),
    ),
  );
  const tools = loaded.filter((tool) => tool !== null);
  const agents = agentsOf(file);
  const among = { agents, handoffFilter: file.handoffFilter, tools };
  return new Map(agents.map((agent) => [agent.name, roleOf(agent, among)]));
}

async function loadTool(
  member: { teamId: string },
  pin: PinnedTool,
  { version, signal, onLog }: Around & { version: CallableTool | undefined },
): Promise<LoadedTool> {
  if (pin.folder !== null)
    return { pin, folder: pin.folder, contract: await readContract(pin.folder, { signal, onLog }) };
  if (!version) {
    throw new AppError(
      "not_found",
      "this team does not have it any more, or not the version or configuration that is asked for.",
    );
  }
  const folder = toolFolder(member.teamId, version);
  // What the source alone told is not good enough to tell a model.
  const isExact = version.contract.readFrom === "import";
  const contract = isExact
    ? version.contract
    : await prepare({ versionId: version.versionId, folder }, { signal, onLog });
  return { pin, folder, contract };
}

type Among = {
  agents: readonly AgentDefinition[];
  handoffFilter: AgentFile["handoffFilter"];
  tools: readonly LoadedTool[];
};

function roleOf(agent: AgentDefinition, { agents, handoffFilter, tools }: Among): Role {
  const own = tools.filter(({ pin }) => pin.agent === agent.name);
  const functions = [
    ...own.filter(({ pin }) => pin.place === undefined).map((tool) => toolFunction(agent, tool)),
    ...handoffFunctions(agent, { agents, handoffFilter }),
    ...askFunctions(agent, agents),
  ];
  const output = agent.output ? defineFunction({ name: "output", description: "", parameters: agent.output }) : null;
  return {
    agent: { ...agent, instructions: withHandoffPrompt(agent) },
    helpers: new Map(own.flatMap((tool) => (tool.pin.place === undefined ? [] : [[tool.pin.place, tool]]))),
    functions: new Map(functions.map((each) => [each.define.definition.name, each])),
    tools: [...functions.map(({ define }) => define.definition), ...agent.hostedTools],
    output,
  };
}

function toolFunction(agent: AgentDefinition, { pin, folder, contract }: LoadedTool): AgentFunction {
  const { description, approval } = agent.tools.find(({ tool }) => tool === (pin.folder ?? pin.toolName)) ?? {};
  const told = { description: description ?? contract.description, parameters: contract.toolParameters };
  return { type: "tool", pin, folder, contract, approval, define: defineFunction({ name: pin.name, ...told }) };
}
