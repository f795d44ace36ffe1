import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Reach } from "./reach.ts";

/** An artifact directory, a data folder and a folder outside both for one test, with the given files in them. */
export async function makeReach(
  files: {
    artifacts?: Record<string, string | Uint8Array>;
    data?: Record<string, string | Uint8Array>;
    outside?: Record<string, string>;
  } = {},
): Promise<{ reach: Reach; artifacts: string; data: string; outside: string }> {
  const parent = await mkdtemp(path.join(tmpdir(), "reach-"));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  for (const folder of ["artifacts", "data", "outside"] as const) {
    await mkdir(path.join(parent, folder));
    for (const [name, content] of Object.entries(files[folder] ?? {})) {
      await mkdir(path.dirname(path.join(parent, folder, name)), { recursive: true });
      await writeFile(path.join(parent, folder, name), content);
    }
  }
  const [artifacts, data, outside] = ["artifacts", "data", "outside"].map((name) => path.join(parent, name)) as [
    string,
    string,
    string,
  ];
  return {
    reach: [
      { place: "artifacts", folder: artifacts },
      { place: "data", folder: data },
    ],
    artifacts,
    data,
    outside,
  };
}
