import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { db, Prisma } from "#lib/db/client.ts";
import { beginningOf, dispatch, type HeldSession, holdSession, openRun, prepareBeginning } from "./begin.ts";
import { describeFiles } from "./files.ts";
import { findMessage } from "./inputs.ts";
import { getVersionOf } from "./publish.ts";
import type { NewMessage, SendMessage, StartSession } from "./schema.ts";
import { announceChange } from "./session-channel.ts";
import { checkSessionData } from "./session-facts.ts";
import { sessionNotFound, titleOf } from "./sessions.ts";
import { workerHere } from "./worker.ts";

type Member = { id: string; teamId: string };

/** Which version of which agent a session is with. */
export type SessionOf = {
  agentVersionId: string;
  agentName: string;
  forkedFromId?: string;
  title?: string;
  /** JSON text of an object. */
  data?: string | null;
  /** Whether it is had with a draft on its agent's page. */
  trial?: boolean;
};

/** Makes a session without a word in it, and answers with its id. Throws `invalid_input` for data that are no JSON object. */
export async function createSession(member: Member, { title = "", ...of }: SessionOf): Promise<string> {
  checkSessionData(of.data);
  const id = createId("session");
  await db().agentSession.create({ data: { id, teamId: member.teamId, title, startedBy: member.id, ...of } });
  return id;
}

/** Begins a session with what was published of an agent by its first message. Throws `not_found` and `invalid_input`; then there is none. */
export async function startSession(
  member: Member,
  { agentId, message, data }: StartSession,
): Promise<{ sessionId: string; runId: string }> {
  refuseEmpty(message);
  checkSessionData(data);
  if (message.files.length > 0) {
    throw new AppError("invalid_input", "A session's first message has no files yet; attach them to the next one.");
  }
  const { id: startedBy, teamId } = member;
  const { agentName, version } = await getVersionOf(member, { id: agentId }, "published");
  const beginning = await beginningOf(member, version);
  const held = { id: createId("session"), teamId, agentVersionId: version.id, unfinished: null };
  const input = { id: message.id, body: JSON.stringify({ text: message.text, files: [] }), createdBy: startedBy };
  const session = Prisma.sql`
    INSERT INTO "AgentSession" (id, "teamId", title, "agentName", "agentVersionId", "startedBy", data)
    VALUES (${held.id}, ${teamId}, ${titleOf(message.text)}, ${agentName}, ${version.id}, ${startedBy}, ${data ?? null})`;
  const runId = await openRun(db(), held, { session, startedBy, message: input, beginning });
  dispatch(held.id, runId, workerHere());
  return { sessionId: held.id, runId };
}

/**
 * Says something in a session: it begins a run, and while one is going it waits for that one's end or joins it at its next turn;
 * then the answer is null. The same message sent twice is one. Throws `not_found`, also for another team's, and `invalid_input`.
 */
export async function sendMessage(
  member: Member,
  sessionId: string,
  { message, mode }: SendMessage,
): Promise<{ runId: string | null }> {
  refuseEmpty(message);
  const files = await describeFiles(member, sessionId, message.files);
  const body = JSON.stringify({ text: message.text, files });
  const input = { id: message.id, body, createdBy: member.id };
  const beginning = await prepareBeginning(sessionId);
  const { runId, isNew } = await db().$transaction(async (tx) => {
    const session = await hold(tx, member, sessionId);
    const told = await findMessage(tx, { sessionId, messageId: message.id });
    const waiting = await tx.sessionInput.count({ where: { sessionId, id: message.id } });
    if (told || waiting > 0) return { runId: told?.runId ?? null, isNew: false };
    if (session.unfinished !== null) {
      await tx.sessionInput.create({ data: { ...input, sessionId, kind: mode === "steer" ? "steer" : "message" } });
      return { runId: null, isNew: true };
    }
    await nameAfter(tx, sessionId, message);
    return { runId: await openRun(tx, session, { startedBy: member.id, message: input, beginning }), isNew: true };
  });
  if (!isNew) return { runId };
  if (runId === null) await announceChange(sessionId);
  else dispatch(sessionId, runId, workerHere());
  return { runId };
}

/** Goes on after a run that was paused, failed or stopped, without a new message. Throws `not_found`, `conflict` when there is none. */
export async function continueSession(member: Member, sessionId: string): Promise<{ runId: string }> {
  const beginning = await prepareBeginning(sessionId);
  const runId = await db().$transaction(async (tx) => {
    const session = await hold(tx, member, sessionId);
    if (session.unfinished !== null) throw new AppError("conflict", "A run of this session is still going.");
    const last = await tx.run.findFirst({
      where: { sessionId },
      orderBy: { position: "desc" },
      select: { status: true },
    });
    if (!last) {
      throw new AppError("invalid_input", "Nothing was said in this session yet; there is nothing to go on with.");
    }
    if (last.status === "succeeded")
      throw new AppError("conflict", "The last answer is whole; say what is wanted next.");
    return openRun(tx, session, { startedBy: member.id, message: null, beginning });
  });
  dispatch(sessionId, runId, workerHere());
  return { runId };
}

/** Takes a message back that waits. Throws `not_found` when it does not wait any more. */
export async function withdrawInput(member: Member, sessionId: string, inputId: string): Promise<void> {
  const { count } = await db().sessionInput.deleteMany({
    where: { id: inputId, sessionId, session: { teamId: member.teamId } },
  });
  if (count === 0)
    throw new AppError("not_found", "That message does not wait any more; it may have been taken just now.");
  await announceChange(sessionId);
}

function refuseEmpty({ text, files }: NewMessage): void {
  if (text.trim() !== "" || files.length > 0) return;
  throw new AppError("invalid_input", "The message is empty; write something or attach a file.");
}

type Tx = Parameters<Parameters<ReturnType<typeof db>["$transaction"]>[0]>[0];

async function hold(tx: Tx, { teamId }: Member, sessionId: string): Promise<HeldSession> {
  const session = await holdSession(tx, { sessionId, teamId });
  if (!session) throw sessionNotFound(sessionId);
  return session;
}

async function nameAfter(tx: Tx, sessionId: string, { text, files }: NewMessage): Promise<void> {
  const title = titleOf(text) || (files[0] ?? "");
  await tx.agentSession.updateMany({ where: { id: sessionId, title: "" }, data: { title } });
}
