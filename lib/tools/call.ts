import "server-only";
import path from "node:path";
import { AppError, toAppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";
import type { CallEvent } from "#lib/runs/schema.ts";
import { secretValues } from "#lib/secrets/fields.ts";
import { createRedactor, type Redactor } from "#lib/secrets/redact.ts";
import { listArtifacts, renameArtifact, type Snapshot, takeSnapshot, writeResult } from "./artifacts.ts";
import { findEntry } from "./entry.ts";
import { ensureEnvironment } from "./environment.ts";
import { isJson, modelResult, namedArtifacts } from "./output.ts";
import { OutputLog } from "./output-log.ts";
import type { Ticket } from "./queue/call-queue.ts";
import { type Finished, runTool } from "./run-tool.ts";
import type { JsonSchema, ReadyEnvironment, ToolContract } from "./schema.ts";
import { checkParameters, type What } from "./validate.ts";
import { judge, MISCONFIGURED, type Verdict } from "./verdict.ts";

export type CallRequest = {
  callId: string;
  toolName: string;
  folder: string;
  contract: ToolContract;
  /** JSON text of an object, secrets open. */
  userParameters: string;
  toolParameters: string;
  artifactDirectory: string;
  workflowDataDirectory: string | null;
  /** The same each time that one call of an agent runs: its `IDEMPOTENCY_KEY`. */
  idempotencyKey?: string;
  /** Who asks, and for which of all teams' tools: what the queue is fair between. */
  ticket: Ticket;
  signal: AbortSignal;
  /** Where it promises something for `tool.called`, the tool begins only after that. */
  record: (event: CallEvent) => void | Promise<void>;
};
export type CallOutcome = Extract<CallEvent, { type: "tool.returned" | "tool.failed" }>;

const LARGEST_PARAMETERS = 16 * 1024 * 1024;
const LARGEST_EVENT_RESULT = 256 * 1024;
/** What is told of a call that no process was started for. */
export const NOT_RUN = {
  exitCode: null,
  signal: null,
  timing: { queueMs: 0, bootMs: null, runMs: 0 },
  backEnd: null,
  sandbox: null,
  peakMemoryBytes: null,
  logLength: 0,
};

/**
 * Calls a tool once, whoever asks for it, and records what happens; the last event, which is also the answer, tells how it ended.
 * Never throws for anything the tool or its parameters do. No secret of the call is in any event, in no spelling.
 */
export async function callTool(request: CallRequest): Promise<CallOutcome> {
  const outcome = await perform(request);
  await request.record(outcome);
  return outcome;
}

async function perform(request: CallRequest): Promise<CallOutcome> {
  const { contract, userParameters, toolParameters, callId, toolName } = request;
  let redactor = createRedactor([]);
  try {
    redactor = createRedactor([
      ...secretValues(contract.userParameters, userParameters),
      ...secretValues(contract.toolParameters, toolParameters),
    ]);
    const shown = redactor.json(toolParameters);
    await request.record({ type: "tool.called", callId, toolName, arguments: shown });
    return await attempt(request, redactor);
  } catch (error) {
    return toFailure(request, redactor, error);
  }
}

async function attempt(request: CallRequest, redactor: Redactor): Promise<CallOutcome> {
  const doubt = checkCall(request);
  const environment = await prepareEnvironment(request, redactor);
  const { folder } = await findEntry(request.folder);
  const before = await takeSnapshot(request.artifactDirectory);
  const logs = { stdout: openLog(request, redactor, "stdout"), stderr: openLog(request, redactor, "stderr") };
  const finished = await runTool({
    ...request,
    environment,
    entry: path.join(folder, request.contract.entry),
    logs,
  }).finally(() => {
    logs.stdout.end();
    logs.stderr.end();
  });
  const verdict = judge(finished, { contract: request.contract, doubt });
  return settle({ request, redactor, environment, before, finished, verdict, printed: logs.stdout.end() });
}

/**
 * Throws for what no tool could take: no JSON object, too much, or a configuration that its schema refuses. Answers with what the
 * schema says against the arguments, or null: the tool's own models are their judge, and they often take more, such as "7" for 7.
 */
function checkCall({ contract, userParameters, toolParameters, signal }: CallRequest): string | null {
  if (signal.aborted) throw new AppError("cancelled", "The call was cancelled before it began.");
  for (const [what, text] of [
    ["UserParameters", userParameters],
    ["ToolParameters", toolParameters],
  ] as const) {
    if (text.length > LARGEST_PARAMETERS) throw new AppError("too_large", `${what} are larger than 16 MiB.`);
  }
  // What the source alone told is too inexact to refuse anything by.
  const isExact = contract.readFrom === "import";
  const configuration = complaint(isExact ? contract.userParameters : {}, userParameters, { what: "UserParameters" });
  if (configuration !== null) throw new CallRefused("invalid_input", configuration, { model: MISCONFIGURED });
  const shape = complaint({}, toolParameters, { what: "ToolParameters" });
  if (shape !== null) throw new AppError("invalid_input", shape);
  return isExact ? complaint(contract.toolParameters, toolParameters, { what: "ToolParameters" }) : null;
}

/** One sentence with the path of the first of what is wrong, and the paths of the others; null when nothing is. */
function complaint(schema: JsonSchema, text: string, { what }: { what: What }): string | null {
  const checked = checkParameters(schema, text, { what });
  if (checked.ok) return null;
  const [first, ...others] = checked.issues;
  const more =
    others.length > 0 ? ` (${others.length} more: ${others.map(({ path }) => path || what).join(", ")})` : "";
  return `${first?.message.replace(/\.$/, "")}${more}.`;
}

/** A failure of which the model is told other words than people. */
class CallRefused extends AppError {
  readonly model: string;

  constructor(code: AppError["code"], message: string, { model }: { model: string }) {
    super(code, message);
    this.model = model;
  }
}

async function prepareEnvironment(
  { folder, signal, record }: CallRequest,
  redactor: Redactor,
): Promise<ReadyEnvironment> {
  const onLog = (text: string) => record({ type: "environment.log", text: redactor.text(text) });
  try {
    return await ensureEnvironment(folder, { signal, onLog });
  } catch (error) {
    const { code, message } = toAppError(error);
    if (code !== "tool_failed") throw error;
    throw new CallRefused(code, message, {
      model: "The tool's environment could not be built; a person has to look at it.",
    });
  }
}

function openLog({ callId, record }: CallRequest, redactor: Redactor, stream: "stdout" | "stderr"): OutputLog {
  return new OutputLog(redactor, (text) => record({ type: "tool.log", callId, stream, text: text.toWellFormed() }));
}

type Ended = {
  request: CallRequest;
  redactor: Redactor;
  environment: ReadyEnvironment;
  before: Snapshot;
  finished: Finished;
  verdict: Verdict;
  /** UTF-16 units of stdout that were streamed. */
  printed: number;
};

async function settle(ended: Ended): Promise<CallOutcome> {
  const { request, redactor, environment, finished, verdict, printed } = ended;
  const common = {
    callId: request.callId,
    exitCode: finished.ending.exitCode,
    signal: finished.ending.signal,
    timing: finished.timing,
    backEnd: finished.backEnd,
    sandbox: finished.sandbox,
    peakMemoryBytes: finished.ending.peakMemoryBytes,
    warnings: [...environment.warnings, ...verdict.warnings].map(redactor.text),
  };
  if (verdict.type === "failed") {
    await recordArtifacts(ended, []);
    const { code, message, model } = verdict;
    const words = { message: redactor.text(message).toWellFormed(), modelResult: redactor.text(model).toWellFormed() };
    return { type: "tool.failed", ...common, logLength: printed, code, ...words };
  }
  const result = redactor.result(verdict.result).toWellFormed();
  const limit = request.contract.settings.resultCharacters;
  const ending = isJson(result) ? "json" : "txt";
  const file = result.length > limit ? await writeResult(request.artifactDirectory, result, { ending }) : null;
  await recordArtifacts(ended, namedArtifacts(verdict.result));
  return {
    type: "tool.returned",
    ...common,
    logLength: verdict.log === null ? printed : Math.min(printed, redactor.text(verdict.log).length),
    result: result.slice(0, LARGEST_EVENT_RESULT).replace(/[\uD800-\uDBFF]$/, ""),
    resultCharacters: result.length,
    resultFile: file,
    // Without its colours a text may say what it did not with them.
    modelResult: redactor.text(modelResult(result, { limit, file })),
  };
}

async function recordArtifacts({ request, redactor, before }: Ended, named: readonly string[]): Promise<void> {
  const after = await takeSnapshot(request.artifactDirectory);
  for (const { name, bytes, mediaType } of listArtifacts(before, after, { named })) {
    const wanted = redactor.text(name).toWellFormed();
    const shown = wanted === name ? name : await renameArtifact(request.artifactDirectory, name, { wanted });
    await request.record({ type: "tool.artifact", callId: request.callId, name: shown, bytes, mediaType });
  }
}

function toFailure({ callId, signal }: CallRequest, redactor: Redactor, error: unknown): CallOutcome {
  const known =
    signal.aborted && !(error instanceof AppError)
      ? new AppError("cancelled", "The call was cancelled.")
      : toAppError(error);
  if (known.code === "internal") log.error("a tool could not be called", { callId, error: known.cause ?? known });
  const message = redactor.text(known.message);
  const model = known instanceof CallRefused ? redactor.text(known.model) : message;
  return { type: "tool.failed", callId, ...NOT_RUN, warnings: [], code: known.code, message, modelResult: model };
}
