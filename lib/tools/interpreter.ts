import "server-only";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { singleton } from "#lib/core/singleton.ts";

/** A Python found on this machine: the real program, not a shim in front of it. */
export type Python = { path: string; version: string; prefix: string };

const OLDEST: readonly [number, number] = [3, 9];
const QUESTION =
  "import json, platform, sys; print(json.dumps([sys.executable, platform.python_version(), list(sys.version_info[:2]), sys.base_prefix]))";

/** The Node that runs tools: this one when it is new enough, else the one that came with the studio. */
export function nodePath(): string {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const bundled = path.join(env().root, "node_modules", `node-${process.platform}-${process.arch}`, "bin/node");
  if (existsSync(bundled)) return bundled;
  throw new AppError(
    "internal",
    `Tools in TypeScript need Node 24, and this is ${process.version}: install its optional dependencies.`,
  );
}

/** Asks an installed program of the studio's own choice something short, such as its version; null when it cannot answer. */
export function askProgram(command: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: 20_000, maxBuffer: 1024 * 1024 }, (error, stdout) =>
      resolve(error ? null : stdout.trim()),
    );
  });
}

/** The machine's `python3`, looked up once. Throws `internal` with what to install when there is none. */
export function basePython(): Promise<Python> {
  const found = singleton("base-python", () => ({ value: undefined as Promise<Python> | undefined }));
  found.value ??= locatePython().catch((error: unknown) => {
    // One that is installed later is found at the next call.
    found.value = undefined;
    throw error;
  });
  return found.value;
}

async function locatePython(): Promise<Python> {
  const answer = await askProgram("python3", ["-I", "-S", "-c", QUESTION]);
  if (answer === null) {
    throw new AppError(
      "internal",
      "There is no python3 in PATH, and every tool needs one to run: install Python 3.9 or newer.",
    );
  }
  const [executable, version, [major, minor], prefix] = JSON.parse(answer) as [
    string,
    string,
    [number, number],
    string,
  ];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new AppError(
      "internal",
      `${executable} is Python ${version}, which is too old: install Python 3.9 or newer.`,
    );
  }
  return { path: executable, version, prefix };
}
