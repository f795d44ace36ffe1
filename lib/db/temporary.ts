import "server-only";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { startCluster, stopCluster } from "./cluster.ts";
import { prepareHome } from "./home.ts";
import { socketUrl } from "./place.ts";

/** An embedded server for tests and for making migrations: empty, careless of power cuts, and gone when it stops. */
export type TemporaryServer = { url: (database: string) => string; stop: () => Promise<void> };

/** Starts one in a folder of its own below /tmp. */
export async function startTemporaryServer(): Promise<TemporaryServer> {
  const folder = mkdtempSync("/tmp/toolroom-db-");
  chmodSync(folder, 0o711); // the account that root lends must pass it
  const home = prepareHome(path.join(folder, "postgres"));
  const stop = async () => {
    await stopCluster(home.place);
    rmSync(folder, { recursive: true });
  };
  try {
    await startCluster(home, {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "200",
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: (database) => socketUrl(home.place, database), stop };
}
