import "server-only";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";
import { readContract, readContractFromSource } from "#lib/tools/contract.ts";
import { ensureEnvironment, environmentOf } from "#lib/tools/environment.ts";
import type { ToolContract } from "#lib/tools/schema.ts";

type Version = { versionId: string; folder: string };

/** The exact contract when the folder's environment is there; else what its source tells without running it. */
export async function readyContractOrSource(folder: string): Promise<ToolContract> {
  const { state } = await environmentOf(folder);
  return state === "ready" ? readContract(folder, {}) : readContractFromSource(folder);
}

/** Builds the environment and reads the exact contract while the person already looks at the tool; failures show there. */
export function prepareInBackground(version: Version, options: { retry?: "failed" } = {}): void {
  void prepare(version, options).catch((error: unknown) => {
    log.info("a tool could not be prepared; its page says why", { folder: version.folder, error });
  });
}

/**
 * The exact contract of a version, building its environment first where that is missing.
 * Several callers share one build. Throws what `ensureEnvironment` throws.
 */
export async function prepare(
  { versionId, folder }: Version,
  options: { signal?: AbortSignal; onLog?: (text: string) => void; retry?: "failed" },
): Promise<ToolContract> {
  await ensureEnvironment(folder, options);
  const reading = contractReadings();
  const running = reading.get(versionId) ?? readAndKeep({ versionId, folder });
  reading.set(versionId, running);
  return running.finally(() => reading.delete(versionId));
}

async function readAndKeep({ versionId, folder }: Version): Promise<ToolContract> {
  const contract = await readContract(folder, {});
  await db().toolVersion.updateMany({
    where: { id: versionId },
    data: { contract: JSON.stringify(contract), description: contract.description.replaceAll("\0", "") },
  });
  return contract;
}

function contractReadings(): Map<string, Promise<ToolContract>> {
  return singleton("contract-readings", () => new Map());
}
