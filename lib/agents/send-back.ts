import "server-only";
import { isDeepStrictEqual } from "node:util";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseExact } from "#lib/core/exact/schema.ts";
import { createId } from "#lib/core/ids.ts";
import { db, type Event } from "#lib/db/client.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { dispatch } from "./begin.ts";
import { copyArtifacts } from "./copy-artifacts.ts";
import { createCopy, type Logged, readRuns } from "./copy-session.ts";
import { withFiles } from "./fork.ts";
import { type CallKey, findSessionCall, type SessionCall } from "./session-call.ts";
import { workerHere } from "./worker.ts";

type Member = { id: string; teamId: string };
type CallEvent = Extract<
  EventBody,
  { type: "tool.called" | "tool.log" | "tool.artifact" | `tool.${"returned" | "failed"}` }
>;

/** What the model is told of arguments at most, in characters. */
const MOST_TOLD = 4_000;

/**
 * Makes a fork of a session in which a tool's call has the result of a run in the playground, without all that came after that
 * answer, and goes on from there; the session stays as it is. The other calls of the answer keep their results. Throws `not_found`,
 * also for another team's, and `invalid_input` for a run of another tool or without a result.
 */
export async function sendBack(
  member: Member,
  key: CallKey,
  { resultRunId }: { resultRunId: string },
): Promise<{ sessionId: string; runId: string }> {
  const call = await findSessionCall(member, key);
  if (!call) throw new AppError("not_found", "There is no such call of a tool in a session of this team.");
  const { teamId } = member;
  const session = await db().agentSession.findFirstOrThrow({ where: { id: call.sessionId, teamId } });
  const made = await readResult(member, resultRunId, call);
  const forked = createId("session");
  let runId = "";
  await withFiles(member, { from: session.id, to: forked }, async () => {
    const names = made.flatMap((event) => (event.type === "tool.artifact" ? [event.name] : filesOf(event)));
    const [from, to] = [resultRunId, forked].map((id) => dataDirectory.artifacts(teamId, id));
    const kept = await copyArtifacts(names, { from: from ?? "", to: to ?? "" });
    const events = made.map((event) =>
      inSession(event, call, { resultRunId, argumentsNow: changed(made, call), kept }),
    );
    const { position } = await db().run.findFirstOrThrow({ where: { id: key.runId, teamId } });
    const runs = await readRuns(session.id, { position: position ?? 0 });
    const copied = runs.map((each) => (each.run.id === key.runId ? withResult(each, key, events) : each));
    const ids = await createCopy(member, session, { id: forked, runs: copied });
    runId = ids.get(key.runId) ?? "";
  });
  dispatch(forked, runId, workerHere());
  return { sessionId: forked, runId };
}

/** What a run in the playground says of its call. */
async function readResult({ teamId }: Member, runId: string, call: SessionCall): Promise<CallEvent[]> {
  const run = await db().run.findFirst({
    where: { id: runId, teamId, kind: "tool" },
    include: { events: { orderBy: { seq: "asc" } } },
  });
  if (!run) throw new AppError("not_found", `There is no run ${runId.slice(0, 80)} of a tool in this team.`);
  if (run.toolId !== call.tool.toolId)
    throw new AppError("invalid_input", `That run is not of the tool "${call.tool.toolName}"; run that one.`);
  const events = run.events.map(({ body }) => JSON.parse(body) as EventBody).filter(isOfCall);
  const last = events.at(-1);
  const isEnded = last?.type === "tool.returned" || (last?.type === "tool.failed" && last.code !== "cancelled");
  if (!isEnded) throw new AppError("invalid_input", "That run has no result to send back; run the tool to its end.");
  return events;
}

function isOfCall(event: EventBody): event is CallEvent {
  return event.type.startsWith("tool.") && event.type !== "tool.arguments.delta";
}

function filesOf(event: CallEvent): string[] {
  return event.type === "tool.returned" && event.resultFile !== null ? [event.resultFile] : [];
}

type Kept = { resultRunId: string; argumentsNow: string | null; kept: ReadonlyMap<string, string> };

/** An event of the playground's run as one of the session's call; the model is told what a person changed of it. */
function inSession(event: CallEvent, call: SessionCall, { resultRunId, argumentsNow, kept }: Kept): CallEvent {
  const { agent, turn, index } = call;
  const at = { agent, turn, index };
  if (event.type === "tool.artifact") return { ...event, ...at, name: kept.get(event.name) ?? event.name };
  if (event.type !== "tool.returned" && event.type !== "tool.failed") return { ...event, ...at };
  const renamed = [...kept].filter(([name, now]) => name !== now).map(([name, now]) => `${name} is kept as ${now}`);
  const modelResult = [
    ...(argumentsNow === null ? [] : [`A person ran this call with other arguments: ${cut(argumentsNow)}`]),
    event.modelResult,
    ...(renamed.length === 0 ? [] : [`[${renamed.join("; ")}]`]),
  ].join("\n\n");
  const sentBack = { runId: resultRunId, edited: argumentsNow !== null };
  if (event.type === "tool.failed") return { ...event, ...at, modelResult, sentBack };
  const resultFile = event.resultFile === null ? null : (kept.get(event.resultFile) ?? event.resultFile);
  return { ...event, ...at, modelResult, resultFile, sentBack };
}

/** The arguments of the playground's run where they are others than the call's, else null. */
function changed(made: readonly CallEvent[], call: SessionCall): string | null {
  const called = made.find((event) => event.type === "tool.called");
  if (called?.type !== "tool.called") return null;
  return isDeepStrictEqual(read(called.arguments), read(call.arguments)) ? null : called.arguments;
}

function read(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    // What the model wrote may be no JSON; then it is another text than what was run.
    return text;
  }
}

function cut(text: string): string {
  return text.length <= MOST_TOLD ? text : `${text.slice(0, MOST_TOLD).toWellFormed()}…`;
}

/** A run up to the end of an answer's calls, with one of them answered otherwise; it waits for a worker to go on with it. */
function withResult({ run, events }: Logged, { turn, index }: CallKey, made: readonly EventBody[]): Logged {
  const parsed = events.map((event) => ({ event, body: JSON.parse(event.body) as EventBody & Partial<CallKey> }));
  const answer = parsed.find(
    ({ event, body }) => isOwn(event) && event.type === "model.responded" && body.turn === turn,
  );
  const from = answer?.event.seq ?? 0;
  const next = parsed.find(({ event, body }) => event.seq > from && isOwn(event) && isAfter(event, body, turn));
  const kept = parsed.filter(({ event, body }) => {
    const isReplaced = isOwn(event) && event.seq > from && body.turn === turn && body.index === index;
    return event.seq < (next?.event.seq ?? Number.POSITIVE_INFINITY) && !isReplaced;
  });
  const now = new Date();
  const last = kept.at(-1)?.event.seq ?? from;
  const added = made.map((body, at) => {
    return { runId: run.id, seq: last + at + 1, type: body.type, at: now, within: null, body: JSON.stringify(body) };
  });
  // A limit of time counts what the run took until that answer, not how long ago it was.
  const begun = new Date(now.getTime() - ((answer?.event.at.getTime() ?? 0) - (events[0]?.at.getTime() ?? 0)));
  const before = kept.map(({ event }) => (event.seq === 1 ? { ...event, at: begun } : event));
  return {
    run: {
      ...run,
      ...{ status: "queued", outcome: null, runMs: null, finishedAt: null, startedAt: begun },
      ...{ cancelRequested: false, serverId: "", fence: 0 },
    },
    events: [...before, ...added],
  };
}

/** Whether it happened in the session's own conversation, not in that of an agent that was asked. */
function isOwn({ within }: Event): boolean {
  return within === null;
}

function isAfter({ type }: Event, body: Partial<CallKey>, turn: number): boolean {
  return (body.turn ?? 0) > turn || type === "message" || type.startsWith("run.");
}
