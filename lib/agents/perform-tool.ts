import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { openConfiguration } from "#lib/registry/configurations.ts";
import type { CallEvent } from "#lib/runs/schema.ts";
import { withSecretsAt } from "#lib/secrets/fields.ts";
import { callTool, NOT_RUN } from "#lib/tools/call.ts";
import { MISCONFIGURED } from "#lib/tools/verdict.ts";
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

/** What the model is told of a call that a person stopped. */
export const STOPPED = "The call was stopped by the user.";

/**
 * Runs a tool in the session's artifact directory; resolves when its result is in the log, which whatever keeps it from running
 * is, too.
 */
export async function performTool(
  journal: Journal,
  { call, agent, tool, argumentsText }: Work,
  { member, artifactDirectory, workflowDataDirectory, signal }: Workplace,
): Promise<void> {
  const { pin, folder, contract } = tool;
  const { turn, index } = call;
  const at = { agent, turn, index };
  const callId = createId("call");
  const configuration = await configurationOf(member, pin).catch(foreseen);
  if (configuration instanceof AppError) {
    const { code, message } = configuration;
    const words = { code, message, modelResult: MISCONFIGURED };
    return journal.commit([{ type: "tool.failed", ...at, callId, ...NOT_RUN, warnings: [], ...words }]);
  }
  await callTool({
    callId,
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
    record: (event) => {
      const body = event.type === "environment.log" ? event : { ...inWords(event), ...at };
      // Of a tool that may not run twice unasked it has to be in the log that it begins.
      if (event.type === "tool.called" && contract.settings.rerun === "ask") return journal.commit([body]);
      journal.note(body);
    },
  });
  await journal.commit();
}

function inWords(event: Exclude<CallEvent, { type: "environment.log" }>) {
  if (event.type !== "tool.failed" || event.code !== "cancelled") return event;
  return { ...event, message: STOPPED, modelResult: STOPPED };
}

/** What nobody foresaw, such as a database that is away, says nothing about the configuration. */
function foreseen(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

async function configurationOf(member: Workplace["member"], { toolId, configurationId }: Work["tool"]["pin"]) {
  if (toolId === null || configurationId === null) return { values: "{}", secrets: [] };
  return openConfiguration(member, { toolId, configurationId });
}
