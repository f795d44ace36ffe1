import "server-only";
import { defineFunction, type FunctionDefinition } from "#lib/tools/definition/define.ts";
import { askNames, handoffNames } from "./handoff-names.ts";
import { helperPlace } from "./pins.ts";
import type { Approval, Enabled, HandoffFilter } from "./policy/schema.ts";
import type { AgentDefinition } from "./schema.ts";

/** A function by which an agent gives the conversation to another. Its tools are the role's `helpers` of these places. */
export type HandoffFunction = {
  type: "handoff";
  define: FunctionDefinition;
  to: string;
  onHandoff: { name: string; place: string } | null;
  filter: { is: HandoffFilter; place: string } | null;
  isEnabled: Enabled | undefined;
  hasPayload: boolean;
};

/** A function by which an agent asks another one; `hasText` where its arguments are one text. */
export type AskFunction = {
  type: "agent";
  define: FunctionDefinition;
  to: string;
  approval: Approval | undefined;
  isEnabled: Enabled | undefined;
  hasText: boolean;
};

type Around = { agents: readonly AgentDefinition[]; handoffFilter: HandoffFilter | undefined };

/** An agent's handoffs as functions; `handoffFilter` is of those that have none of their own. */
export function handoffFunctions(agent: AgentDefinition, { agents, handoffFilter }: Around): HandoffFunction[] {
  const names = handoffNames(agent.handoffs.map((handoff) => handoff.agent));
  return agent.handoffs.map((handoff, at) => {
    const { agent: to, toolNameOverride, toolDescriptionOverride, onHandoff, isEnabled, inputType } = handoff;
    const standard = `Handoff to the ${to} agent to handle the request. ${aboutOf(to, agents)}`;
    const about = { name: toolNameOverride ?? names.get(to) ?? to, description: toolDescriptionOverride ?? standard };
    const filter = handoff.inputFilter ?? handoffFilter;
    return {
      type: "handoff",
      to,
      define: inputType ? defineFunction({ ...about, parameters: inputType }) : withoutParameters(about),
      onHandoff: onHandoff ? { name: onHandoff.tool, place: helperPlace(at, "onHandoff") } : null,
      filter: filter ? { is: filter, place: helperPlace(at, "inputFilter") } : null,
      isEnabled,
      hasPayload: inputType !== undefined,
    };
  });
}

/** The agents that an agent can ask like tools, as functions. */
export function askFunctions({ agentTools }: AgentDefinition, agents: readonly AgentDefinition[]): AskFunction[] {
  const names = askNames(agentTools.map(({ agent }) => agent));
  return agentTools.map(({ agent: to, toolName, toolDescription, inputType, isEnabled, approval }) => {
    const standard = `Asks the ${to} agent and answers with what it says. ${aboutOf(to, agents)}`.trimEnd();
    const about = { name: toolName ?? names.get(to) ?? to, description: toolDescription ?? standard };
    const define = defineFunction({ ...about, parameters: inputType ?? ONE_TEXT });
    return { type: "agent", to, define, approval, isEnabled, hasText: inputType === undefined };
  });
}

function aboutOf(name: string, agents: readonly AgentDefinition[]): string {
  return agents.find((agent) => agent.name === name)?.description ?? "";
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
