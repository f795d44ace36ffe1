import "server-only";
import path from "node:path";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { log } from "#lib/core/log.ts";
import type { AgentWorker } from "#lib/runs/agent-run.ts";
import { superviseRuns } from "#lib/runs/supervise.ts";
import { ensureEnvironment } from "#lib/tools/environment.ts";
import { listBuiltinNames, registerBuiltinsEverywhere, warmBuiltins } from "./builtins.ts";

/** What a server does once at start: looks after runs that were cut off, and brings the catalogue into every team. */
export async function startServer(worker: AgentWorker | null): Promise<void> {
  await superviseRuns(worker);
  await registerBuiltinsEverywhere();
  void prepareCatalogue();
}

/** Ahead of the first call, so that the first person to press Run waits for no package registry. */
async function prepareCatalogue(): Promise<void> {
  await warmBuiltins().catch((error: unknown) => log.warn("the catalogue could not be read ahead", { error }));
  for (const name of await listBuiltinNames()) {
    await ensureEnvironment(path.join(dataDirectory.builtinTools(), name), {}).catch((error: unknown) => {
      log.warn("the environment of a built-in tool could not be built; its page says why", { tool: name, error });
    });
  }
}
