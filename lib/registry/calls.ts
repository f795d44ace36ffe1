import "server-only";
import { mkdir } from "node:fs/promises";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import type { Recorder } from "#lib/runs/recorder.ts";
import { type Finish, startRun } from "#lib/runs/run.ts";
import type { StartRun } from "#lib/runs/schema.ts";
import { secretValues, withSecretsAt } from "#lib/secrets/fields.ts";
import { mergeSecrets } from "#lib/secrets/merge.ts";
import { createRedactor } from "#lib/secrets/redact.ts";
import { type CallOutcome, callTool } from "#lib/tools/call.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";
import { openConfiguration } from "./configurations.ts";
import { prepare } from "./prepare.ts";
import { findToolById, toolFolder } from "./tools.ts";

type Member = { id: string; teamId: string };

/** Starts a call by hand as a run of its own and answers with the run's id. Throws `not_found` or `invalid_input` before anything ran. */
export async function startCall(member: Member, input: StartRun): Promise<string> {
  const tool = await findToolById(member, input.toolId, input.versionId);
  const folder = toolFolder(member.teamId, tool);
  checkIsObject(input.toolParameters, "ToolParameters");
  const configuration = input.configurationId
    ? await openConfiguration(member, { toolId: tool.id, configurationId: input.configurationId })
    : { name: null, values: valuesForOneCall(tool.contract.userParameters, input.userParameters), secrets: [] };
  const redactor = createRedactor([
    ...secretValues(withSecretsAt(tool.contract.userParameters, configuration.secrets), configuration.values),
    ...secretValues(tool.contract.toolParameters, input.toolParameters),
  ]);
  const subject = {
    toolId: tool.id,
    toolVersionId: tool.versionId,
    toolName: tool.name,
    versionNumber: tool.versionNumber,
    configurationId: input.configurationId ?? null,
    toolParameters: redactor.json(input.toolParameters),
  };

  async function call(recorder: Recorder, signal: AbortSignal): Promise<Finish> {
    recorder.write({
      type: "run.started",
      kind: "tool",
      toolName: tool.name,
      versionNumber: tool.versionNumber,
      configurationName: configuration.name,
    });
    const artifactDirectory = dataDirectory.artifacts(member.teamId, recorder.runId);
    await mkdir(artifactDirectory, { recursive: true });
    const onLog = (text: string) => recorder.write({ type: "environment.log", text: redactor.text(text) });
    // What the source alone told is not good enough to check parameters against.
    const contract =
      tool.contract.readFrom === "source"
        ? await prepare({ versionId: tool.versionId, folder }, { signal, onLog })
        : tool.contract;
    const outcome = await callTool({
      callId: createId("call"),
      toolName: tool.name,
      folder,
      contract: { ...contract, userParameters: withSecretsAt(contract.userParameters, configuration.secrets) },
      userParameters: configuration.values,
      toolParameters: input.toolParameters,
      artifactDirectory,
      workflowDataDirectory: dataDirectory.teamData(member.teamId),
      ticket: { tool: tool.id, member: member.id },
      signal,
      record: (event) => recorder.write(event),
    });
    return toFinish(outcome);
  }

  return startRun(member, subject, call);
}

/** A secret's default shows as stars in a form; those are nobody's value. */
function valuesForOneCall(schema: JsonSchema, submitted = "{}"): string {
  checkIsObject(submitted, "UserParameters");
  return mergeSecrets(schema, "{}", { submitted, clear: [] });
}

function toFinish(outcome: CallOutcome): Finish {
  const { timing } = outcome;
  // What the caller waited for, as the run's own page shows it, too.
  const runMs = timing.queueMs + timing.runMs;
  if (outcome.type === "tool.returned") {
    return {
      event: { type: "run.succeeded" },
      ending: { status: "succeeded", outcome: firstWords(outcome.result), runMs },
    };
  }
  const { code, message } = outcome;
  const ending = { outcome: firstWords(message), runMs };
  if (code === "cancelled")
    return { event: { type: "run.cancelled", message }, ending: { status: "cancelled", ...ending } };
  return { event: { type: "run.failed", code, message }, ending: { status: "failed", ...ending } };
}

/** A line for the history; U+0000 is no text for the database. */
function firstWords(text: string): string {
  return text.slice(0, 200).replaceAll("\0", "").toWellFormed();
}

function checkIsObject(text: string, what: "ToolParameters" | "UserParameters"): void {
  if (!isObject(text)) throw new AppError("invalid_input", `${what} must be a JSON object; what was sent is not.`);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
