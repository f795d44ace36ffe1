import "server-only";
import { createId } from "#lib/core/ids.ts";
import { openConfiguration } from "#lib/registry/configurations.ts";
import { withSecretsAt } from "#lib/secrets/fields.ts";
import { callTool } from "#lib/tools/call.ts";
import type { AgentFunction } from "./cast.ts";
import type { Call } from "./conversation.ts";
import type { Journal } from "./journal.ts";

/** Where a session's tools work, and for whom. */
export type Workplace = {
  member: { id: string; teamId: string };
  artifactDirectory: string;
  workflowDataDirectory: string;
  signal: AbortSignal;
};

type Work = {
  call: Call;
  agent: string;
  tool: Extract<AgentFunction, { type: "tool" }>;
  /** JSON text, checked. */
  argumentsText: string;
};

/** Runs a tool in the session's artifact directory; resolves when its result is in the log. */
export async function performTool(
  journal: Journal,
  { call, agent, tool, argumentsText }: Work,
  { member, artifactDirectory, workflowDataDirectory, signal }: Workplace,
): Promise<void> {
  const { pin, folder, contract } = tool;
  const configuration = await configurationOf(member, pin);
  const { turn, index } = call;
  await callTool({
    callId: createId("call"),
    toolName: pin.toolName,
    folder,
    contract: { ...contract, userParameters: withSecretsAt(contract.userParameters, configuration.secrets) },
    userParameters: configuration.values,
    toolParameters: argumentsText,
    artifactDirectory,
    workflowDataDirectory,
    idempotencyKey: `${journal.runId}:${turn}.${index}`,
    ticket: { tool: pin.toolId ?? folder, member: member.id },
    signal,
    record: (event) => journal.note(event.type === "environment.log" ? event : { ...event, agent, turn, index }),
  });
  await journal.commit();
}

async function configurationOf(member: Workplace["member"], { toolId, configurationId }: Work["tool"]["pin"]) {
  if (toolId === null || configurationId === null) return { values: "{}", secrets: [] };
  return openConfiguration(member, { toolId, configurationId });
}
