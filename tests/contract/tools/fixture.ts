import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { CallEvent } from "#lib/runs/schema.ts";
import { callTool } from "#lib/tools/call.ts";
import { findEntry } from "#lib/tools/entry.ts";
import { ensureEnvironment } from "#lib/tools/environment.ts";
import { type ToolContract, ToolSettings } from "#lib/tools/schema.ts";

// Environments cost seconds to build, so that the tests share them from one run to the next.
process.env.TOOLROOM_DATA = path.resolve("node_modules/.cache/toolroom-tests");

type Files = Record<string, string | Uint8Array>;
type Parts = { user?: string; tool?: string; head?: string; main?: string; files?: Files };

/** A folder with these files at `<somewhere>/tools/<name>`, gone when the test ends. */
export async function folderWith(files: Files, name = "made"): Promise<string> {
  const workspace = await realpath(await mkdtemp(path.join(os.tmpdir(), "tool-")));
  onTestFinished(() => rm(workspace, { recursive: true, force: true }));
  const folder = path.join(workspace, "tools", name);
  await mkdir(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}

const indent = (text: string) => text.replace(/^(?=.)/gm, "    ");

/** A Python tool of the usual shape around the body of its `run_tool(config, args)`. */
export function pythonSource(body: string, { user = "pass", tool = "pass", head = "", main }: Parts = {}): string {
  return `"""A tool made for a test."""
import argparse
import json
from typing import Any, Literal, Optional

from pydantic import BaseModel, Field, SecretStr
${head}

class UserParameters(BaseModel):
${indent(user)}


class ToolParameters(BaseModel):
${indent(tool)}


def run_tool(config: UserParameters, args: ToolParameters) -> Any:
    """Does it."""
${indent(body)}


OUTPUT_KEY = "tool_output"

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--user-params", required=True)
    parser.add_argument("--tool-params", required=True)
    given = parser.parse_args()
    config = UserParameters(**json.loads(given.user_params))
    params = ToolParameters(**json.loads(given.tool_params))
${indent(main ?? "output = run_tool(config, params)\nprint(OUTPUT_KEY, output)")}
`;
}

export function pythonTool(body: string, parts: Parts = {}): Promise<string> {
  return folderWith({ "tool.py": pythonSource(body, parts), ...parts.files });
}

/** A TypeScript tool of the usual shape around the body of its `runTool(config, args)`. */
export function typescriptTool(
  body: string,
  { user = "", tool = "", head = "", files = {} }: Parts = {},
): Promise<string> {
  const source = `/** A tool made for a test. */
import { parseArgs } from "node:util";
import { z } from "zod";
${head}
export const UserParameters = z.object({ ${user} });
export const ToolParameters = z.object({ ${tool} });
export const OUTPUT_KEY = "tool_output";
export async function runTool(config: z.infer<typeof UserParameters>, args: z.infer<typeof ToolParameters>): Promise<unknown> {
${body}
}
if (import.meta.main) {
  const { values } = parseArgs({ options: { "user-params": { type: "string" }, "tool-params": { type: "string" } } });
  const config = UserParameters.parse(JSON.parse(values["user-params"] ?? "{}"));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"] ?? "{}"));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
`;
  return folderWith({ "tool.ts": source, ...files });
}

/** A contract that refuses nothing, for tests of what comes after the check. */
export function openContract(language: ToolContract["language"], settings: Partial<ToolSettings> = {}): ToolContract {
  return {
    language,
    entry: language === "python" ? "tool.py" : "tool.ts",
    description: "",
    userParameters: { type: "object" },
    toolParameters: { type: "object" },
    outputKey: "tool_output",
    protocol: language === "python" ? "program" : "function",
    readFrom: "import",
    problem: null,
    settings: ToolSettings.parse(settings),
  };
}

export type CallOptions = {
  contract?: ToolContract;
  /** The folder in which the artifact directory is made; what is kept warm serves the calls of one such folder. */
  runs?: string;
  /** The team's data. */
  data?: string;
  settings?: Partial<ToolSettings>;
  user?: object | string;
  tool?: object | string;
  signal?: AbortSignal;
  onEvent?: (event: CallEvent) => void;
};

const asText = (value: object | string | undefined) =>
  typeof value === "string" ? value : JSON.stringify(value ?? {});

/** A folder for the artifact directories of calls, gone when the test ends. */
export async function runsFolder(): Promise<string> {
  const runs = await realpath(await mkdtemp(path.join(os.tmpdir(), "artifacts-")));
  onTestFinished(() => rm(runs, { recursive: true, force: true }));
  return runs;
}

/** Calls a tool as the studio does, with an artifact directory that is gone when the test ends. */
export async function call(folder: string, options: CallOptions = {}) {
  const { language } = await findEntry(folder);
  const artifactDirectory = await mkdtemp(path.join(options.runs ?? (await runsFolder()), "run-"));
  const events: CallEvent[] = [];
  const outcome = await callTool({
    callId: "call_test",
    toolName: path.basename(folder),
    folder,
    contract: options.contract ?? openContract(language, options.settings),
    userParameters: asText(options.user),
    toolParameters: asText(options.tool),
    artifactDirectory,
    workflowDataDirectory: options.data ?? null,
    ticket: { tool: folder, member: "me" },
    signal: options.signal ?? new AbortController().signal,
    record: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const text = (stream: "stdout" | "stderr") =>
    events.flatMap((event) => (event.type === "tool.log" && event.stream === stream ? [event.text] : [])).join("");
  const stdout = text("stdout");
  const artifacts = events.flatMap((event) => (event.type === "tool.artifact" ? [event.name] : []));
  return {
    outcome,
    events,
    stdout,
    stderr: text("stderr"),
    log: stdout.slice(0, outcome.logLength),
    artifacts,
    artifactDirectory,
  };
}

/** The result of a call that must have returned. */
export async function resultOf(folder: string, options: CallOptions = {}): Promise<string> {
  const { outcome, stderr } = await call(folder, options);
  if (outcome.type === "tool.failed") throw new Error(`${outcome.code}: ${outcome.message}\n${stderr}`);
  return outcome.result;
}

/** Runs the same file as a person would, in a terminal of the tool's environment. */
export async function byHand(folder: string, { user, tool }: Pick<CallOptions, "user" | "tool"> = {}) {
  const { language, program } = await ensureEnvironment(folder, {});
  const entry = path.join(folder, language === "python" ? "tool.py" : "tool.ts");
  const flags = ["--user-params", asText(user), "--tool-params", asText(tool)];
  const env = { ...process.env, PYTHONUTF8: "1", PYTHONUNBUFFERED: "" };
  return spawnSync(program, [entry, ...flags], { cwd: folder, env, encoding: "utf8" });
}

/**
 * The processes that have this text in their environment or in the name of their working folder, such as an artifact directory:
 * those that a call left running. One that was forked from a zygote has its call's environment, but /proc shows the zygote's.
 */
export async function processesWith(text: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const traces = [readProcess(id, "environ"), readlink(`/proc/${id}/cwd`).catch(() => "")];
      return (await Promise.all(traces)).some((trace) => trace.includes(text)) ? [id] : [];
    }),
  );
  return found.flat();
}

/** A file of a process in /proc; empty when the process is gone. */
export function readProcess(id: string, file: "environ" | "cmdline"): Promise<string> {
  return readFile(`/proc/${id}/${file}`, "latin1").catch(() => "");
}
