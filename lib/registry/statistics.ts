import "server-only";
import { db } from "#lib/db/client.ts";
import type { ToolSummary } from "./schema.ts";

const DAYS = 14;

export type CallStatistics = Pick<ToolSummary, "callsToday" | "calls14" | "p95Ms">;

/** Those of a tool that nobody called. */
export function noCalls(): CallStatistics {
  return { callsToday: 0, calls14: emptyDays(), p95Ms: null };
}

/** Calls a day of the last 14 and the p95 of their run time, by tool id; days are those of UTC. */
export async function listCallStatistics(member: { teamId: string }): Promise<Map<string, CallStatistics>> {
  const since = new Date(Date.now() - DAYS * 86_400_000);
  const [days, times] = await Promise.all([
    db().$queryRaw<{ toolId: string; day: string; ok: number; failed: number }[]>`
      SELECT "toolId", to_char("startedAt", 'YYYY-MM-DD') AS day,
        count(*) FILTER (WHERE status = 'succeeded')::int AS ok,
        count(*) FILTER (WHERE status = 'failed')::int AS failed
      FROM "Run" WHERE "teamId" = ${member.teamId} AND "toolId" IS NOT NULL AND "startedAt" > ${since}
      GROUP BY 1, 2`,
    db().$queryRaw<{ toolId: string; p95: number }[]>`
      SELECT "toolId", percentile_cont(0.95) WITHIN GROUP (ORDER BY "runMs") AS p95
      FROM "Run" WHERE "teamId" = ${member.teamId} AND "toolId" IS NOT NULL AND "startedAt" > ${since} AND status = 'succeeded'
      GROUP BY 1`,
  ]);
  const p95 = new Map(times.map((row) => [row.toolId, row.p95]));
  const statistics = new Map<string, CallStatistics>();
  for (const toolId of new Set(days.map((row) => row.toolId))) {
    const own = new Map(days.filter((row) => row.toolId === toolId).map((row) => [row.day, row]));
    const calls14 = emptyDays().map((empty) => ({ ...empty, ...pick(own.get(empty.day)) }));
    const today = calls14.at(-1);
    statistics.set(toolId, {
      calls14,
      callsToday: (today?.ok ?? 0) + (today?.failed ?? 0),
      p95Ms: p95.get(toolId) ?? null,
    });
  }
  return statistics;
}

function pick(row: { ok: number; failed: number } | undefined): { ok: number; failed: number } | undefined {
  return row && { ok: row.ok, failed: row.failed };
}

function emptyDays(): ToolSummary["calls14"] {
  return Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(Date.now() - (DAYS - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return { day, ok: 0, failed: 0 };
  });
}
