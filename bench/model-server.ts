import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Script } from "#tests/support/model-server/script.ts";

/** Starts a model server in a process of its own that answers by a request's history and checks nothing. */
export async function startModelServer(
  script: Exclude<Script, (...args: never) => unknown>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const file = path.join(tmpdir(), `script-${process.pid}-${Date.now()}.json`);
  await writeFile(file, JSON.stringify(script));
  const program = path.resolve("tests/support/model-server/main.ts");
  const options = ["--script", file, "--follow", "history", "--checks", "none"];
  const child: ChildProcess & { stdout: NodeJS.ReadableStream } = spawn(
    process.execPath,
    ["--conditions=react-server", program, ...options],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const { value: url } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  async function stop(): Promise<void> {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  return { url: String(url), stop };
}
