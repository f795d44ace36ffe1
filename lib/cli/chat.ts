import { parseArgs } from "node:util";
import { decideApproval } from "#lib/agents/approvals/decide.ts";
import { listApprovals } from "#lib/agents/approvals/list.ts";
import { ApprovalAnswer } from "#lib/agents/approvals/schema.ts";
import { resumeRun, watchMessage } from "#lib/agents/local-runs.ts";
import { findLocalMember } from "#lib/agents/local-team.ts";
import { sessionOf, setVersion } from "#lib/agents/sessions.ts";
import { createSession, sendMessage } from "#lib/agents/talk.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { ensureDatabase, releaseDatabase } from "#lib/db/embedded.ts";
import { disconnect } from "#lib/db/notify.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { type Event, TERMINAL } from "#lib/runs/schema.ts";
import { type AgentFlags, resolveAgent } from "./agent-file.ts";
import { onlyArgument } from "./arguments.ts";
import { printApproval, printEvent, printLine } from "./print-events.ts";

/** `toolroom chat <agent>`: says one thing to an agent and prints what comes of it; the code is 0 only when the run succeeded. */
export async function chat(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      message: { type: "string", short: "m" },
      session: { type: "string" },
      "base-url": { type: "string" },
      api: { type: "string" },
      model: { type: "string" },
      team: { type: "string" },
      data: { type: "string" },
      draft: { type: "boolean", default: false },
      events: { type: "boolean", default: false },
    },
  });
  const agent = onlyArgument(positionals, "an agent");
  const { message: text, session, team, data, events, draft, ...model } = values;
  if (!text?.trim()) throw new AppError("invalid_input", "Say something to the agent with --message TEXT.");
  if (data !== undefined && session !== undefined)
    throw new AppError("invalid_input", "A session keeps the data that it began with; give --data without --session.");
  return withDatabase(async () => {
    const member = await findLocalMember(team);
    const flags = { ...model, state: draft ? ("saved" as const) : ("published" as const) };
    const sessionId = await sessionWith(member, { agent, session, data, flags });
    if (!events) process.stderr.write(`toolroom: session ${sessionId}\n`);
    const message = { id: createId("message"), text, files: [] };
    await sendMessage(member, sessionId, { message, mode: "queue" });
    return show(member, watchMessage(sessionId, message.id), { events, sessionId });
  });
}

/** `toolroom resume <run>`: goes on with a run that was cut off, and prints all of it. */
export async function resume(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { team: { type: "string" }, events: { type: "boolean", default: false } },
  });
  const runId = onlyArgument(positionals, "a run");
  return withDatabase(async () => {
    const member = await findLocalMember(values.team);
    return show(member, resumeRun(member, runId), { events: values.events, sessionId: null });
  });
}

/**
 * `toolroom approve <run> <turn.index>`: decides on a call that waits, goes on with its run, and prints all of it; the code is 0 only
 * when the run succeeded.
 */
export async function approve(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      reject: { type: "string" },
      arguments: { type: "string" },
      session: { type: "boolean", default: false },
      team: { type: "string" },
      events: { type: "boolean", default: false },
    },
  });
  const [runId, call, ...others] = positionals;
  const { reject, arguments: given, session, team, events } = values;
  if (runId === undefined || call === undefined || others.length > 0)
    throw new AppError("invalid_input", "Name a run and one of its calls, such as: toolroom approve run_… 1.0");
  if (reject !== undefined && (given !== undefined || session))
    throw new AppError("invalid_input", "--reject goes with neither --arguments nor --session.");
  const approval = { decision: "approve", scope: session ? "session" : "call", arguments: given };
  const answer = ApprovalAnswer.safeParse({
    ...{ runId, call },
    ...(reject === undefined ? approval : { decision: "reject", reason: reject }),
  });
  if (!answer.success) throw new AppError("invalid_input", `${answer.error.issues[0]?.message}.`);
  return withDatabase(async () => {
    const member = await findLocalMember(team);
    await decideApproval(member, await sessionOf(member, runId), answer.data);
    return show(member, resumeRun(member, runId), { events, sessionId: null });
  });
}

type Member = { id: string; teamId: string };

/** Says on stderr which calls of a run wait for a person, and how to decide on them. */
async function printWaiting(member: Member, runId: string): Promise<void> {
  const waiting = (await listApprovals(member)).filter((each) => each.runId === runId);
  for (const each of waiting) printApproval(each);
}

async function sessionWith(
  member: Member,
  {
    agent,
    session,
    data,
    flags,
  }: Record<"session" | "data", string | undefined> & { agent: string; flags: AgentFlags },
): Promise<string> {
  const version = await resolveAgent(member, agent, flags);
  if (session === undefined) return createSession(member, { ...version, data: data ?? null });
  await setVersion(member, session, version);
  return session;
}

/** Prints the events as they come, and answers with the code that says how the last of their runs ended. */
async function show(
  member: Member,
  stream: AsyncGenerator<Event>,
  { events, sessionId }: { events: boolean; sessionId: string | null },
): Promise<number> {
  let last: Event | null = null;
  const stopping = new Stopping(member);
  for await (const event of stream) {
    await stopping.see(event.runId);
    if (events) process.stdout.write(`${JSON.stringify(sessionId === null ? event : { ...event, sessionId })}\n`);
    else printEvent(event);
    last = event;
  }
  if (last && !TERMINAL.has(last.type)) await printWaiting(member, last.runId);
  else if (!events) printLine(last);
  if (last?.type === "run.succeeded") return 0;
  return last?.type === "run.cancelled" ? STOPPED : 1;
}

/** Ctrl-C stops every run that is shown from then on, and once more ends the program at once. */
class Stopping {
  readonly #member: Member;
  #runId: string | null = null;
  #isWanted = false;

  constructor(member: Member) {
    this.#member = member;
    for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => this.#stop());
  }

  /** Says which run is shown. */
  async see(runId: string): Promise<void> {
    const isNew = this.#runId !== runId;
    this.#runId = runId;
    if (isNew && this.#isWanted) await cancelRun(this.#member, runId);
  }

  #stop(): void {
    if (this.#isWanted) process.exit(STOPPED);
    this.#isWanted = true;
    if (this.#runId !== null) void cancelRun(this.#member, this.#runId);
  }
}

const STOPPED = 130;

async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  await ensureDatabase();
  try {
    return await work();
  } finally {
    await untilIdle();
    await disconnect();
    await releaseDatabase();
  }
}
