import "server-only";
import { db } from "#lib/db/client.ts";

/** Resolves when the server can serve, which is when its database answers; rejects when it does not. */
export async function checkReady(): Promise<void> {
  await db().$queryRaw`SELECT 1`;
}
