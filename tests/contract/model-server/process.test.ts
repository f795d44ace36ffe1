import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import OpenAI from "openai";
import { expect, onTestFinished, test } from "vitest";

const MAIN = path.resolve("tests/support/model-server/main.ts");

/** A server in a process of its own, with what it prints on stderr. */
async function start(script: unknown) {
  const folder = mkdtempSync(path.join(tmpdir(), "model-server-"));
  const file = path.join(folder, "script.json");
  writeFileSync(file, JSON.stringify(script));
  const child = spawn(process.execPath, [MAIN, "--script", file, "--checks", "rules"]);
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [url] = await new Promise<string[]>((resolve) =>
    createInterface(child.stdout).once("line", (line) => resolve([line])),
  );
  const client = new OpenAI({ baseURL: url, apiKey: "k", maxRetries: 0 });
  const stop = async () => {
    child.kill("SIGTERM");
    return { code: await ended, errors };
  };
  return { client, stop };
}

test("a server of its own plays a file, each session its own copy, and ends with 0", async () => {
  const { client, stop } = await start({ "*": [[{ type: "message", text: "one" }]] });
  const ask = async (input: string) => (await client.responses.create({ model: "m", input })).output_text;
  expect(await Promise.all([ask("a"), ask("b")])).toEqual(["one", "one"]);
  expect(await stop()).toEqual({ code: 0, errors: "" });
});

test("it tells violations and ends with 1", async () => {
  const { client, stop } = await start([]);
  await expect(client.responses.create({ model: "m", input: "a" })).rejects.toThrow("no turn 0");
  expect(await stop()).toEqual({ code: 1, errors: expect.stringContaining("request 0: The script has no turn 0") });
});
