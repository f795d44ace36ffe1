import "server-only";
import { cp, lstat } from "node:fs/promises";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { createId } from "#lib/core/ids.ts";
import { type AgentSession, db, type Event, type Run } from "#lib/db/client.ts";

/** A run with its events in their order. */
export type Logged = { run: Run; events: Event[] };

/** Where in a session's log something stands. */
export type Place = { position: number; seq: number };

/** The runs of a session up to that position, in their order. */
export async function readRuns(sessionId: string, { position }: Pick<Place, "position">): Promise<Logged[]> {
  const runs = await db().run.findMany({
    where: { sessionId, position: { lte: position } },
    include: { events: { orderBy: { seq: "asc" } } },
    orderBy: { position: "asc" },
  });
  return runs.map(({ events, ...run }) => ({ run, events }));
}

/**
 * Makes a session of the same agent with these runs of another one, and answers with the runs' new ids, by the old. Its files are to
 * be there before: whoever sees the session sees all of it, also when this process is killed in between.
 */
export async function createCopy(
  member: { id: string },
  session: AgentSession,
  { id, runs }: { id: string; runs: readonly Logged[] },
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(runs.map(({ run }) => [run.id, createId("run")]));
  const now = new Date();
  const of = { id, forkedFromId: session.id, startedBy: member.id, archivedAt: null, createdAt: now, updatedAt: now };
  const copies = runs.map(({ run, events }) => ({ ...run, id: ids.get(run.id) ?? "", sessionId: id, events }));
  await db().$transaction([
    db().agentSession.create({ data: { ...session, ...of } }),
    db().run.createMany({ data: copies.map(({ events: _, ...run }) => run) }),
    db().event.createMany({
      data: copies.flatMap(({ id: runId, events }) =>
        events.map((event) => ({ ...event, runId, body: renamed(event, ids) })),
      ),
    }),
  ]);
  return ids;
}

/** Copies all files of a session to where those of another one will be. */
export async function copyFiles(
  { teamId }: { teamId: string },
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [here, there] = [from, to].map((id) => dataDirectory.artifacts(teamId, id));
  await cp(here ?? "", there ?? "", { recursive: true, verbatimSymlinks: true, filter: isCopied }).catch(
    (error: NodeJS.ErrnoException) => {
      // A session without files has no directory.
      if (error.code !== "ENOENT") throw error;
    },
  );
}

/** A tool can also leave sockets and pipes, which nobody could copy. */
async function isCopied(file: string): Promise<boolean> {
  const stat = await lstat(file);
  return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
}

/** What was cut of earlier calls names their runs; and what was approved for a session was not for another. */
function renamed({ type, body }: Event, ids: ReadonlyMap<string, string>): string {
  if (type === "approval.decided") return JSON.stringify({ ...(JSON.parse(body) as object), scope: "call" });
  if (type !== "context.trimmed") return body;
  const { calls, ...event } = JSON.parse(body) as { calls: { runId: string }[] };
  return JSON.stringify({
    ...event,
    calls: calls.map((call) => ({ ...call, runId: ids.get(call.runId) ?? call.runId })),
  });
}
