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
import { askNames, handoffNames } from "./handoff-names.ts";
import { withHandoffPrompt } from "./handoff-prompt.ts";
import { agentsOf, helperPlace } from "./pins.ts";
import type { Enabled } from "./policy/schema.ts";
import type { AgentDefinition, AgentFile } from "./schema.ts";

/** A tool in the version that a run keeps to. */
export type LoadedTool = { pin: PinnedTool; folder: string; contract: ToolContract };

/** Something that an agent's model can call. */
export type AgentFunction = { define: FunctionDefinition } & (
  | ({ type: "tool" } & LoadedTool)
  | { type: "handoff"; to: string; onHandoff: HelperOf; isEnabled: Enabled | undefined; hasPayload: boolean }
  /** `hasText` where its arguments are one text. */
  | { type: "agent"; to: string; isEnabled: Enabled | undefined; hasText: boolean }
);

/** A tool that does a part of a handoff; only its name where it could not be had, and null where none is asked for. */
type HelperOf = { name: string; loaded: LoadedTool | null } | null;

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
  return new Map(agents.map((agent) => [agent.name, roleOf(agent, agents, tools)]));
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

function roleOf(agent: AgentDefinition, agents: readonly AgentDefinition[], tools: readonly LoadedTool[]): Role {
  const own = tools.filter(({ pin }) => pin.agent === agent.name);
  const functions = [
    ...own.filter(({ pin }) => pin.place === undefined).map((tool) => toolFunction(agent, tool)),
    ...handoffFunctions(agent, { agents, tools: own }),
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
  const { description } = agent.tools.find(({ tool }) => tool === (pin.folder ?? pin.toolName)) ?? {};
  const told = { description: description ?? contract.description, parameters: contract.toolParameters };
  return { type: "tool", pin, folder, contract, define: defineFunction({ name: pin.name, ...told }) };
}

function handoffFunctions(
  agent: AgentDefinition,
  { agents, tools }: { agents: readonly AgentDefinition[]; tools: readonly LoadedTool[] },
): AgentFunction[] {
  const names = handoffNames(agent.handoffs.map((handoff) => handoff.agent));
  return agent.handoffs.map((handoff, at) => {
    const { agent: to, toolNameOverride, toolDescriptionOverride, onHandoff, isEnabled, inputType } = handoff;
    const about = agents.find(({ name }) => name === to)?.description ?? "";
    const standard = `Handoff to the ${to} agent to handle the request. ${about}`;
    const name = toolNameOverride ?? names.get(to) ?? to;
    const description = toolDescriptionOverride ?? standard;
    const helper = onHandoff && {
      name: onHandoff.tool,
      loaded: tools.find(({ pin }) => pin.place === helperPlace(at, "onHandoff")) ?? null,
    };
    const define = inputType
      ? defineFunction({ name, description, parameters: inputType })
      : withoutParameters({ name, description });
    return { type: "handoff", to, define, onHandoff: helper ?? null, isEnabled, hasPayload: inputType !== undefined };
  });
}

function askFunctions({ agentTools }: AgentDefinition, agents: readonly AgentDefinition[]): AgentFunction[] {
  const names = askNames(agentTools.map(({ agent }) => agent));
  return agentTools.map(({ agent: to, toolName, toolDescription, inputType, isEnabled }) => {
    const about = agents.find(({ name }) => name === to)?.description ?? "";
    const description = toolDescription ?? `Asks the ${to} agent and answers with what it says. ${about}`.trimEnd();
    const name = toolName ?? names.get(to) ?? to;
    const define = defineFunction({ name, description, parameters: inputType ?? ONE_TEXT });
    return { type: "agent", to, define, isEnabled, hasText: inputType === undefined };
  });
}

const ONE_TEXT = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
};

const NO_PARAMETERS = { type: "object", properties: {}, required: [], additionalProperties: false };

/** Whatever a model writes there all the same is passed over. */
function withoutParameters(about: { name: string; description: string }): FunctionDefinition {
  const { decode } = defineFunction({ ...about, parameters: { type: "object" } });
  return { ...defineFunction({ ...about, parameters: NO_PARAMETERS }), decode };
}
