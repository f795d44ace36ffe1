import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";
import { db } from "./client.ts";

/** What fails so often, though the database answers in between, will not get better. */
const ATTEMPTS = 6;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Does something that can be done again, and does it again where it fails for a reason that nobody foresaw: as long as the database
 * is away, and a few times besides. Throws what was foreseen, the last error, and `cancelled` when the signal ends the waiting.
 */
export async function outlast<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError || signal.aborted || attempt === ATTEMPTS) throw error;
      log.warn("a step failed; it is taken again when the database answers", { error });
      await untilThere(signal);
    }
  }
}

async function untilThere(signal: AbortSignal): Promise<void> {
  for (let wait = 50; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    await pause(wait, null, { signal }).catch(() => {
      throw new AppError("cancelled", "This was stopped while the database was away.");
    });
    const answers = await db().$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    );
    if (answers) return;
  }
}
