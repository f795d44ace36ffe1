import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { openConfiguration } from "#lib/registry/configurations.ts";
import type { Helper } from "#lib/runs/agent-schema.ts";
import type { CallEvent } from "#lib/runs/schema.ts";
import { withSecretsAt } from "#lib/secrets/fields.ts";
import { callTool, NOT_RUN } from "#lib/tools/call.ts";
import { MISCONFIGURED } from "#lib/tools/verdict.ts";
import { editNote } from "./approvals/waiting.ts";
import type { Call } from "./call-state.ts";
import type { LoadedTool } from "./cast.ts";
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
  tool: LoadedTool;
  /** JSON text, checked. */
  argumentsText: string;
  /** Which of a handoff's tools it is, where it is not what the model called. */
  helper?: Helper;
};

/** What the model is told of a call that a person stopped. */
export const STOPPED = "The call was stopped by the user.";

/** What the model is told of a call that was cut off and may not run again unasked. */
export const MAY_HAVE_RUN =
  "The studio stopped while this call ran. It may have done its work, and the tool is marked not to run again by itself; ask a person.";

/**
 * Runs a tool in the session's artifact directory; resolves when its result is in the log, which whatever keeps it from running
 * is, too.
 */
export async function performTool(
  journal: Journal,
  { call, agent, tool, argumentsText, helper }: Work,
  { member, artifactDirectory, workflowDataDirectory, signal }: Workplace,
): Promise<void> {
  const { pin, folder, contract } = tool;
  const { turn, index } = call;
  const at = { agent, turn, index, ...(helper && { helper }) };
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
    idempotencyKey: [journal.keyOf(call), helper].filter(Boolean).join("."),
    ticket: { tool: pin.toolId ?? folder, member: member.id },
    signal,
    record: (event) => {
      const body = event.type === "environment.log" ? event : { ...inWords(withNote(event, call)), ...at };
      // Of a tool that may not run twice unasked it has to be in the log that it begins.
      if (event.type === "tool.called" && contract.settings.rerun === "ask") return journal.commit([body]);
      journal.note(body);
    },
  });
  await journal.commit();
}

/** The model hears of it when a person changed what it asked for. */
function withNote(event: Exclude<CallEvent, { type: "environment.log" }>, call: Call) {
  if (!("modelResult" in event)) return event;
  return { ...event, modelResult: `${editNote(call)}${event.modelResult}` };
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

/** What a tool keeps to of its configuration, opened. Throws `not_found` for one that is gone. */
export async function configurationOf(member: Workplace["member"], { toolId, configurationId }: Work["tool"]["pin"]) {
  if (toolId === null || configurationId === null) return { values: "{}", secrets: [] };
  return openConfiguration(member, { toolId, configurationId });
}
