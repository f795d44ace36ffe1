import type { ErrorCode } from "#lib/core/errors.ts";
import type { BackEnd, CallStatus, CallTiming, Event, SandboxLevel } from "./schema.ts";

/** Everything a person sees of one run; `seq` is the last event that went in. Times are ISO 8601 in UTC. */
export type RunView = {
  runId: string | null;
  seq: number;
  status: "idle" | CallStatus;
  startedAt: string | null;
  endedAt: string | null;
  toolName: string | null;
  versionNumber: number | null;
  configurationName: string | null;
  call: { id: string; arguments: string } | null;
  environment: LogText;
  stdout: LogText;
  stderr: LogText;
  artifacts: readonly Artifact[];
  ending: Ending | null;
  result: Result | null;
  modelResult: string | null;
  failure: { code: ErrorCode; message: string } | null;
};

/** A file that a call left; `name` is its path with `/`. */
export type Artifact = { name: string; bytes: number; mediaType: string };

/** How the process of a call ended. */
type Ending = {
  exitCode: number | null;
  signal: string | null;
  timing: CallTiming;
  backEnd: BackEnd | null;
  sandbox: SandboxLevel | null;
  peakMemoryBytes: number | null;
  warnings: readonly string[];
};

/** What a tool returned: the text, how many characters the whole has, and the artifact that holds a longer one. */
type Result = { text: string; characters: number; file: string | null };

/** Text that grows by pieces: appending copies nothing, and an older value never changes. `length` is in UTF-16 units. */
export type LogText = {
  readonly chunks: readonly string[];
  /** How many of `chunks` belong to this value; a newer value shares the array and owns more of it. */
  readonly count: number;
  readonly length: number;
};

const emptyText: LogText = { chunks: [], count: 0, length: 0 };

/** The view of a run of which nothing is known yet. */
export const emptyRun: RunView = {
  runId: null,
  seq: 0,
  status: "idle",
  startedAt: null,
  endedAt: null,
  toolName: null,
  versionNumber: null,
  configurationName: null,
  call: null,
  environment: emptyText,
  stdout: emptyText,
  stderr: emptyText,
  artifacts: [],
  ending: null,
  result: null,
  modelResult: null,
  failure: null,
};

/** The view after one more event; one that is already in, or of another run, gives the same view back. */
export function applyEvent(view: RunView, event: Event): RunView {
  if (event.seq <= view.seq || (view.runId !== null && event.runId !== view.runId)) return view;
  return { ...view, runId: event.runId, seq: event.seq, ...changes(view, event) };
}

/** The whole text as one string. */
export function readText(text: LogText): string {
  return text.chunks.slice(0, text.count).join("");
}

function changes(view: RunView, event: Event): Partial<RunView> {
  switch (event.type) {
    case "run.started":
      if (event.kind !== "tool") return { status: "running", startedAt: event.at };
      return {
        status: "running",
        startedAt: event.at,
        toolName: event.toolName,
        versionNumber: event.versionNumber,
        configurationName: event.configurationName,
      };
    case "environment.log":
      return { environment: appendText(view.environment, event.text) };
    case "tool.called":
      return { call: { id: event.callId, arguments: event.arguments } };
    case "tool.log":
      return { [event.stream]: appendText(view[event.stream], event.text) };
    case "tool.artifact":
      return { artifacts: withArtifact(view.artifacts, event) };
    case "tool.returned":
    case "tool.failed":
      return ended(view, event);
    case "run.succeeded":
    case "run.failed":
    case "run.cancelled":
      return settled(view, event);
    // What only an agent's run writes has a view of its own.
    default:
      return {};
  }
}

function withArtifact(artifacts: readonly Artifact[], { name, bytes, mediaType }: Artifact): Artifact[] {
  return [...artifacts.filter((known) => known.name !== name), { name, bytes, mediaType }];
}

function ended(view: RunView, event: Extract<Event, { type: "tool.returned" | "tool.failed" }>): Partial<RunView> {
  const { exitCode, signal, timing, backEnd, sandbox, peakMemoryBytes, warnings, modelResult } = event;
  const common = {
    stdout: trimText(view.stdout, event.logLength),
    ending: { exitCode, signal, timing, backEnd, sandbox, peakMemoryBytes, warnings },
    modelResult,
  };
  if (event.type === "tool.failed") return { ...common, failure: { code: event.code, message: event.message } };
  return { ...common, result: { text: event.result, characters: event.resultCharacters, file: event.resultFile } };
}

type Settled = Extract<Event, { type: "run.succeeded" | "run.failed" | "run.cancelled" }>;

/** A call's own failure says more than the run's, so it stays. */
function settled(view: RunView, event: Settled): Partial<RunView> {
  const endedAt = event.at;
  switch (event.type) {
    case "run.succeeded":
      return { status: "succeeded", endedAt };
    case "run.failed":
      return { status: "failed", endedAt, failure: view.failure ?? { code: event.code, message: event.message } };
    case "run.cancelled":
      return { status: "cancelled", endedAt, failure: view.failure ?? { code: "cancelled", message: event.message } };
  }
}

function appendText(text: LogText, piece: string): LogText {
  if (piece === "") return text;
  const newest = text.count > 0 && text.chunks.length === text.count;
  const chunks = newest ? (text.chunks as string[]) : text.chunks.slice(0, text.count);
  chunks.push(piece);
  return { chunks, count: text.count + 1, length: text.length + piece.length };
}

function trimText(text: LogText, length: number): LogText {
  if (length >= text.length) return text;
  const kept = readText(text).slice(0, length);
  return kept === "" ? emptyText : { chunks: [kept], count: 1, length: kept.length };
}

/** The file of a picture that the model server made; null where none was kept. */
export function pictureOf({ type, file }: { type?: string | undefined; file?: unknown }): Artifact | null {
  if (type !== "image_generation_call" || typeof file !== "object" || file === null) return null;
  const { name, mediaType, bytes } = file as Record<string, unknown>;
  const isFile = typeof name === "string" && typeof mediaType === "string" && typeof bytes === "number";
  return isFile ? { name, mediaType, bytes } : null;
}
