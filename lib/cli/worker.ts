import { parseArgs } from "node:util";
import { workerHere } from "#lib/agents/worker.ts";
import { AppError } from "#lib/core/errors.ts";
import { ensureDatabase, releaseDatabase } from "#lib/db/embedded.ts";
import { superviseRuns } from "#lib/runs/supervise.ts";

/**
 * `toolroom worker`: does agents' runs until it is told to stop, beside servers that only answer browsers. Runs that it leaves
 * are gone on with by another worker, or by the next one.
 */
export async function worker(argv: string[]): Promise<number> {
  parseArgs({ args: argv, options: {} });
  const here = workerHere();
  if (!here)
    throw new AppError(
      "invalid_input",
      "TOOLROOM_ROLE is web, and that does no agents' runs; leave it out for a worker.",
    );
  await ensureDatabase();
  await superviseRuns(here);
  process.stderr.write("toolroom: this worker takes agents' runs; Ctrl-C stops it.\n");
  const stopped = Promise.withResolvers<void>();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopped.resolve());
  await stopped.promise;
  await releaseDatabase();
  return 0;
}
