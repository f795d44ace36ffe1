import "server-only";
import type { Run } from "#lib/db/client.ts";
import { db, Prisma } from "#lib/db/client.ts";
import { runNotFound } from "./run.ts";
import type { CallStatus, RunSummary } from "./schema.ts";

type Reader = { teamId: string };

/** Parameters of more bytes than this are left out of a list, which may be of many runs. */
const LISTED_BYTES = 32 * 1024;

/** The team's calls by hand, newest first, at most `limit`; of one tool, or of all. */
export async function listRuns(
  member: Reader,
  { toolId, limit = 50 }: { toolId?: string; limit?: number },
): Promise<RunSummary[]> {
  const ofTool = toolId ? Prisma.sql`AND "toolId" = ${toolId}` : Prisma.empty;
  const runs = await db().$queryRaw<Listed[]>`
    SELECT id, "toolId", "toolName", "versionNumber", status::text AS status, "configurationId", "startedBy", "startedAt",
      "finishedAt", outcome, "runMs",
      CASE WHEN octet_length("toolParameters") <= ${LISTED_BYTES} THEN "toolParameters" END AS "toolParameters"
    FROM "Run" WHERE "teamId" = ${member.teamId} AND kind = 'tool' ${ofTool}
    ORDER BY "startedAt" DESC, id DESC LIMIT ${limit}`;
  return runs.map(toSummary);
}

/** One run. Throws `not_found`, also for a run of another team. */
export async function getRun(member: Reader, runId: string): Promise<RunSummary> {
  const run = await db().run.findFirst({ where: { id: runId, teamId: member.teamId } });
  if (!run) throw runNotFound(runId);
  return toSummary(run);
}

type Listed = Pick<Run, Exclude<keyof RunSummary, "toolParameters">> & Pick<RunSummary, "toolParameters">;

function toSummary(run: Listed): RunSummary {
  return {
    id: run.id,
    toolId: run.toolId,
    toolName: run.toolName ?? "",
    versionNumber: run.versionNumber,
    status: run.status as CallStatus,
    toolParameters: run.toolParameters,
    configurationId: run.configurationId,
    startedBy: run.startedBy,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    outcome: run.outcome,
    runMs: run.runMs,
  };
}
