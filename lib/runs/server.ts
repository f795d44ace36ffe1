import "server-only";
import { hostname } from "node:os";
import { createId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";

const HEARTBEAT_MS = 5_000;
/** A server that did not beat for this long has lost its runs. */
const LEASE_SECONDS = 20;

/** The id under which this process holds its runs; the first call writes its row and starts its heartbeat. */
export function serverId(): Promise<string> {
  return singleton("server", register);
}

/**
 * Ids of the servers that are gone: no heartbeat within the lease, or a process of this host that no longer lives. While the
 * database was away nobody could beat, so that after it only the latter count for a while.
 */
export async function listDeadServers(): Promise<string[]> {
  const own = await serverId();
  const mayExpire = performance.now() >= doubt().until;
  const servers = await db().$queryRaw<{ id: string; host: string; pid: number; expired: boolean }[]>`
    SELECT id, host, pid, "heartbeatAt" < now() - make_interval(secs => ${LEASE_SECONDS}) AS expired FROM "Server"`;
  return servers
    .filter((server) => server.id !== own)
    .filter((server) => (mayExpire && server.expired) || (server.host === hostname() && !lives(server.pid)))
    .map((server) => server.id);
}

async function register(): Promise<string> {
  const id = createId("server");
  await db().server.create({ data: { id, host: hostname(), pid: process.pid } });
  const timer = setInterval(() => beat(id), HEARTBEAT_MS);
  timer.unref();
  return id;
}

function beat(id: string): void {
  // The database's clock, not ours: a clock that jumps must not end anybody's lease.
  db().$executeRaw`UPDATE "Server" SET "heartbeatAt" = now() WHERE id = ${id}`.then(undefined, (error: unknown) => {
    doubt().until = performance.now() + 3 * HEARTBEAT_MS;
    log.warn("heartbeat failed; it is tried again in 5 s", { error });
  });
}

/** Until when a missing heartbeat says nothing, in milliseconds of this process. */
function doubt(): { until: number } {
  return singleton("heartbeat-doubt", () => ({ until: 0 }));
}

function lives(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
