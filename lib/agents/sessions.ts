import "server-only";
import { rm } from "node:fs/promises";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { type AgentSession, db } from "#lib/db/client.ts";
import { readPending } from "./inputs.ts";
import { readVersion } from "./read-version.ts";
import type { AgentFile, SessionState, SessionSummary } from "./schema.ts";
import { announceChange } from "./session-channel.ts";

type Member = { teamId: string };

const MOST_LISTED = 200;
const LONGEST_TITLE = 200;

/** The team's sessions, those last spoken in first, at most 200, and with `tries` those with drafts, too; `search` looks in titles and agents' names. */
export async function listSessions(
  member: Member,
  { search = "", archived = false, tries = false }: { search?: string; archived?: boolean; tries?: boolean },
): Promise<SessionSummary[]> {
  const contains = { contains: search.trim(), mode: "insensitive" as const };
  const rows = await db().agentSession.findMany({
    where: {
      teamId: member.teamId,
      archivedAt: archived ? { not: null } : null,
      ...(tries ? {} : { trial: false }),
      ...(search.trim() !== "" && { OR: [{ title: contains }, { agentName: contains }] }),
    },
    include: { runs: { orderBy: { position: "desc" }, take: 1, select: { status: true } } },
    orderBy: { updatedAt: "desc" },
    take: MOST_LISTED,
  });
  return rows.map(toSummary);
}

/** All of a session but its log, in one statement: every change of it is told to all who follow it. Throws `not_found`, also for another team's. */
export async function getSession({ teamId }: Member, id: string): Promise<SessionState> {
  const [row] = await db().$queryRaw<StateRow[]>`
    SELECT session.*, version.definition, version."agentId", run.id AS "runId", run.status::text,
      (SELECT json_agg(input ORDER BY input."order") FROM "SessionInput" AS input
        WHERE input."sessionId" = session.id AND input.kind IN ('message', 'steer'))::text AS inputs
    FROM "AgentSession" AS session JOIN "AgentVersion" AS version ON version.id = session."agentVersionId"
      LEFT JOIN LATERAL (
        SELECT id, status FROM "Run" WHERE "sessionId" = session.id ORDER BY position DESC LIMIT 1
      ) AS run ON true
    WHERE session.id = ${id} AND session."teamId" = ${teamId}`;
  if (!row) throw sessionNotFound(id);
  const { agentId, agentVersionId, forkedFromId, definition, runId, status, inputs } = row;
  const { model } = readVersion({ id: agentVersionId, definition });
  const by = model.rehearsal ? "rehearsal" : model.person ? "person" : "server";
  return {
    ...toSummary({ ...row, runs: status === null ? [] : [{ status }] }),
    agentId,
    agentVersionId,
    forkedFromId,
    runId: status === "queued" || status === "running" || status === "waiting" ? runId : null,
    inputs: readPending(inputs),
    model: { by, name: model.name ?? null, provider: model.provider ?? model.server?.baseUrl ?? null },
  };
}

type StateRow = AgentSession & {
  definition: string;
  agentId: string | null;
  runId: string | null;
  status: string | null;
  /** JSON text. */
  inputs: string | null;
};

/** The agents of a session, as its next run would begin with them. Throws `not_found`, also for another team's. */
export async function definitionOf(member: Member, id: string): Promise<AgentFile> {
  const version = await db().agentVersion.findFirst({ where: { sessions: { some: { id, teamId: member.teamId } } } });
  if (!version) throw sessionNotFound(id);
  return readVersion(version);
}

/** Goes on with another version or another agent from the next run on. Throws `not_found`. */
export async function setVersion(
  member: Member,
  id: string,
  version: { agentVersionId: string; agentName: string },
): Promise<void> {
  const { count } = await db().agentSession.updateMany({ where: { id, teamId: member.teamId }, data: version });
  if (count === 0) throw sessionNotFound(id);
  await announceChange(id);
}

/** Throws `not_found`, also for another team's. */
export async function renameSession(member: Member, id: string, title: string): Promise<void> {
  const named = title.trim().slice(0, LONGEST_TITLE);
  if (named === "") throw new AppError("invalid_input", "A session needs a title of at least one character.");
  await change(member, id, { title: named });
}

/** Puts a session aside, or takes it back. Throws `not_found`. */
export async function archiveSession(member: Member, id: string, { archived }: { archived: boolean }): Promise<void> {
  await change(member, id, { archivedAt: archived ? new Date() : null });
}

/** Deletes a session with its log and its files. Throws `not_found`, or `conflict` while a run of it is going. */
export async function deleteSession(member: Member, id: string): Promise<void> {
  const going = await db().run.count({ where: { sessionId: id, teamId: member.teamId, finishedAt: null } });
  if (going > 0)
    throw new AppError("conflict", "The session has a run that is going; stop it, then delete the session.");
  const { count } = await db().agentSession.deleteMany({ where: { id, teamId: member.teamId } });
  if (count === 0) throw sessionNotFound(id);
  await rm(dataDirectory.artifacts(member.teamId, id), { recursive: true, force: true });
}

/** The session of a run. Throws `not_found`, also for another team's. */
export async function sessionOf(member: Member, runId: string): Promise<string> {
  const run = await db().run.findFirst({ where: { id: runId, teamId: member.teamId }, select: { sessionId: true } });
  if (run?.sessionId) return run.sessionId;
  throw new AppError("not_found", `There is no agent's run ${runId.slice(0, 80)} in this team.`);
}

export function sessionNotFound(id: string): AppError {
  return new AppError("not_found", `There is no session ${id.slice(0, 80)} in this team.`);
}

/** A title from the first line of what was said first. */
export function titleOf(text: string): string {
  const [line = ""] = text.replaceAll("\0", "").trim().split("\n");
  return line.length <= 80 ? line : `${line.slice(0, 79).toWellFormed()}…`;
}

async function change(member: Member, id: string, data: { title?: string; archivedAt?: Date | null }): Promise<void> {
  const { count } = await db().agentSession.updateMany({ where: { id, teamId: member.teamId }, data });
  if (count === 0) throw sessionNotFound(id);
  await announceChange(id);
}

type Row = {
  id: string;
  title: string;
  agentName: string;
  archivedAt: Date | null;
  trial: boolean;
  createdAt: Date;
  updatedAt: Date;
  runs: { status: string }[];
};

function isSaid(status: string | undefined): status is Exclude<SessionSummary["status"], "idle"> {
  return status !== undefined && SAID.has(status);
}

const SAID: ReadonlySet<string> = new Set(["queued", "running", "waiting", "failed", "paused"]);

function toSummary({ id, title, agentName, archivedAt, trial, createdAt, updatedAt, runs }: Row): SessionSummary {
  const status = runs[0]?.status;
  return {
    id,
    title,
    agentName,
    status: isSaid(status) ? status : "idle",
    archived: archivedAt !== null,
    trial,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
