import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { db, execute, Prisma } from "#lib/db/client.ts";

/** Who holds a run: a server, and how often it was taken before. What an earlier holder writes is refused. */
export type Holder = { serverId: string; fence: number };

/** How an input of a session begins its id that decides something for a run: only such a one keeps the run from being put aside. */
export function decisionPrefix(runId: string): string {
  return `decision_${runId}_`;
}

/**
 * Puts an agent's run aside: it belongs to no server until somebody wakes it, or until `wakeAt` (ISO 8601). Answers `told` when a
 * decision came meanwhile, and `cancelled` when it is to stop; then it goes on. Throws `conflict` when another holds it.
 */
export async function putAside(
  runId: string,
  { serverId, fence }: Holder,
  wakeAt: string,
): Promise<"aside" | "told" | "cancelled"> {
  return db().$transaction(async (tx) => {
    // Who decides holds it too, so that a decision is either seen here or finds the run put aside.
    await tx.$queryRaw`
      SELECT FROM "AgentSession" WHERE id = (SELECT "sessionId" FROM "Run" WHERE id = ${runId}) FOR UPDATE`;
    const mine = Prisma.sql`id = ${runId} AND "serverId" = ${serverId} AND fence = ${fence} AND status = 'running'`;
    const set = await tx.$executeRaw`
      UPDATE "Run" AS run SET status = 'waiting', "wakeAt" = ${wakeAt}::timestamp, "serverId" = ''
      WHERE ${mine} AND NOT "cancelRequested" AND NOT EXISTS (
        SELECT FROM "SessionInput" AS input
        WHERE input."sessionId" = run."sessionId" AND starts_with(input.id, ${decisionPrefix(runId)}))`;
    if (set === 1) return "aside";
    const [run] = await tx.$queryRaw<{ cancelled: boolean }[]>`
      SELECT "cancelRequested" AS cancelled FROM "Run" WHERE ${mine}`;
    if (!run) throw new AppError("conflict", `Run ${runId} is no longer held by this server.`);
    return run.cancelled ? "cancelled" : "told";
  });
}

/** Lets a run that waits go on with the next worker; false when it does not wait. `tx` holds the session's row. */
export async function wake(tx: Pick<Prisma.TransactionClient, "run">, runId: string): Promise<boolean> {
  const { count } = await tx.run.updateMany({ where: { id: runId, status: "waiting" }, data: { status: "queued" } });
  return count === 1;
}

/** Lets those runs go on for whose decision nobody has any more time, by the database's clock. */
export async function wakeOverdue(): Promise<void> {
  await execute(Prisma.sql`
    UPDATE "Run" SET status = 'queued' WHERE status = 'waiting' AND "wakeAt" <= now() AT TIME ZONE 'UTC'`);
}

/** The time of the database, which all servers share. */
export async function databaseTime(): Promise<Date> {
  const [row] = await db().$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
  return row?.now ?? new Date();
}
