import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import { db } from "#lib/db/client.ts";
import { ensureDatabase, releaseDatabase } from "#lib/db/embedded.ts";
import { loadBuiltinFiles } from "#lib/registry/builtins.ts";
import { TERMINAL } from "#lib/runs/schema.ts";
import { createTool, startRun, untilEvent } from "#tests/contract/http/fixture.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { checkPort } from "../bin/steps/port.mjs";
import { startWebServer } from "../bin/steps/web-server.mjs";
import { undoing } from "./ending.ts";
import { type Benchmark, NotHere, sideBySide, timed } from "./measure.ts";
import { CALCULATION, needNamespaces } from "./tool.ts";

const HOST = "127.0.0.1";

/** A run as a program sees it: from its POST until the last event of the answer, by the built studio with its own database. */
export const httpRuns: Record<string, Benchmark> = {
  "http.run": async () => {
    await needNamespaces();
    return withStudio(async (call) => {
      const files = await loadBuiltinFiles("calculator_py");
      const warm = await createTool(call, files, "warm");
      const cold = await createTool(call, [...files.filter(isNoConfig), COLD], "cold");
      return sideBySide({ rounds: 30 }, { subject: () => run(call, warm), baseline: () => run(call, cold) });
    });
  },
};

const COLD = { path: "config.json", content: Buffer.from('{"runtime":"cold"}') };
const isNoConfig = (file: { path: string }) => file.path !== COLD.path;

async function run(call: Caller, toolId: string): Promise<number> {
  return timed(async () => {
    const answer = await startRun(call, { toolId, toolParameters: CALCULATION });
    const last = (await untilEvent(answer, ({ type }) => TERMINAL.has(type))).at(-1);
    if (last?.type !== "run.succeeded") throw new Error(`A run ended so: ${JSON.stringify(last)}`);
  });
}

/** Starts the studio on a free port as `npm start` does, with its first account made and signed in, and stops all of it again. */
export async function withStudio<T>(use: (call: Caller) => Promise<T>): Promise<T> {
  const { root, data } = env();
  checkBuild(root);
  const port = await checkPort(HOST, 0);
  const token = randomBytes(32).toString("base64url");
  await writeFile(path.join(data, "first-account-token"), token, { mode: 0o600 });
  Object.assign(process.env, { HOST, PORT: String(port) });
  const end = new AbortController();
  const database = ensureDatabase();
  let ended: Promise<unknown> = Promise.resolve();
  const stop = async () => {
    end.abort();
    // One that is just starting can be stopped only when it stands.
    await Promise.allSettled([database, ended]);
    await db().$disconnect();
    await releaseDatabase();
  };
  return undoing(stop, async () => {
    await database;
    const server = await startWebServer(root, { mode: "start", host: HOST, port, signal: end.signal });
    ended = server.ended;
    return use(await signUpOwner({ url: `http://${HOST}:${port}`, data, token, restart: async () => undefined }));
  });
}

function checkBuild(root: string): void {
  const built = path.join(root, ".next/BUILD_ID");
  if (!existsSync(built)) throw new NotHere("the studio is not built: run `npm run build`.");
  const sources = ["app", "lib"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }).filter(
      (entry) => /\.tsx?$/.test(entry.name) && !/\.test(-support)?\./.test(entry.name),
    ),
  );
  const { mtimeMs } = statSync(built);
  if (sources.some((entry) => statSync(path.join(entry.parentPath, entry.name)).mtimeMs > mtimeMs))
    throw new NotHere("the studio has changed since it was built: run `npm run build`.");
}
