import "server-only";
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import { AppError, toAppError } from "#lib/core/errors.ts";
import { singleton } from "#lib/core/singleton.ts";
import { appendBuildLog, type BuildState, readBuildLog, readBuildState, writeBuildState } from "./build-state.ts";
import { type BuildContext, type Built, buildEnvironment, scratchOf } from "./build-steps.ts";
import { findEntry } from "./entry.ts";
import { basePython, nodePath } from "./interpreter.ts";
import { buildNode, readPackages } from "./node-environment.ts";
import { acquireLock } from "./process.ts";
import { buildPython, environmentPython } from "./python-environment.ts";
import { readRequirements } from "./requirements.ts";
import type { Language, ReadyEnvironment } from "./schema.ts";

/** The installed packages that all tools with the same requirements share. */
export type Environment = BuildState & { id: string; language: Language; logFile: string };

type EnsureOptions = {
  signal?: AbortSignal | undefined;
  onLog?: ((text: string) => void) | undefined;
  retry?: "failed" | undefined;
};

/** The state of a tool's environment, from its folder and the disk alone. Throws only when there is no entry file. */
export async function environmentOf(folder: string): Promise<Environment> {
  const plan = await planOf(folder);
  const logFile = path.join(plan.directory, "build.log");
  const about = { id: plan.id, language: plan.language, logFile };
  if (plan.how === "broken") return { ...about, state: "failed", problem: plan.problem, warnings: [] };
  if (plan.how === "inPlace") return { ...about, state: "ready", problem: null, warnings: [] };
  return { ...about, ...(await readBuildState(plan.directory)) };
}

/**
 * The tool's environment, built first where it is missing: once, whoever else asks for it, here or in another process.
 * One that failed throws `tool_failed` with the reason each time and is built anew only with `retry`. An abort ends the
 * waiting, not the build.
 */
export async function ensureEnvironment(
  folder: string,
  { signal, onLog, retry }: EnsureOptions,
): Promise<ReadyEnvironment> {
  const plan = await planOf(folder);
  if (plan.how === "broken") throw new AppError("tool_failed", plan.problem);
  const about = { id: plan.id, language: plan.language, program: await plan.program() };
  if (plan.how === "inPlace") return { ...about, directory: null, warnings: [] };
  let state = await readBuildState(plan.directory);
  if (state.state === "missing" || state.state === "building" || (state.state === "failed" && retry)) {
    state = await untilAborted(shareBuild(plan, onLog), signal);
  }
  if (state.state !== "ready")
    throw new AppError("tool_failed", state.problem ?? "The tool's environment could not be built.");
  // Node compares real paths when it looks for packages.
  return {
    ...about,
    directory: realpathSync.native(/* turbopackIgnore: true */ plan.directory),
    warnings: state.warnings,
  };
}

/** A build log from a byte on; the text is empty while there is nothing new. */
export async function readEnvironmentLog(id: string, from: number): Promise<{ text: string; next: number }> {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new AppError("not_found", `There is no environment ${id}.`);
  return readBuildLog(directoryOf(id), from);
}

type Plan = { id: string; language: Language; directory: string; sources: string[] } & (
  | { how: "broken"; problem: string }
  | { how: "inPlace"; program: () => Promise<string> }
  | { how: "build"; program: () => Promise<string>; build: (context: BuildContext) => Promise<Built> }
);

async function planOf(folder: string): Promise<Plan> {
  const { language, folder: real } = await findEntry(folder);
  try {
    return await (language === "python" ? planPython(real) : planNode(real));
  } catch (error) {
    // What the person wrote in the folder, or what the machine lacks, is the environment's state and no accident.
    if (!(error instanceof AppError)) throw error;
    const id = identify("broken", real, error.message);
    return { how: "broken", id, language, directory: directoryOf(id), sources: [], problem: error.message };
  }
}

async function planPython(folder: string): Promise<Plan> {
  const { lines, fingerprint } = await readRequirements(folder);
  const python = await basePython();
  const id = identify("python", python.version, python.path, fingerprint);
  const directory = directoryOf(id);
  const program = async () => environmentPython(directory);
  const sources = [folder, ...lines.flatMap(({ install }) => localPaths(install))];
  const build = (context: BuildContext) => buildPython(context, lines);
  return { how: "build", id, language: "python", directory, sources, program, build };
}

async function planNode(folder: string): Promise<Plan> {
  const packages = await readPackages(folder);
  const id = identify("typescript", packages.inPlace ? "in place" : "", packages.fingerprint);
  const sources = [folder, ...Object.values(packages.dependencies).flatMap(localPaths)];
  const about = {
    id,
    language: "typescript" as const,
    directory: directoryOf(id),
    sources,
    program: async () => nodePath(),
  };
  if (packages.inPlace) return { how: "inPlace", ...about };
  return { how: "build", ...about, build: (context) => buildNode(context, packages) };
}

/** What a line for an installer takes from this machine. */
function localPaths(line: string): string[] {
  return [...line.matchAll(/(?:^|\s)(?:file:(?:\/\/)?)?(\/[^\s[]+)/g)].map(([, place = ""]) => decodeURI(place));
}

function identify(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function directoryOf(id: string): string {
  return path.join(env().data, "environments", id);
}

type Building = { state: Promise<BuildState>; listeners: Set<(text: string) => void> };

/** One build in this process however many wait for it; each hears what is said from now on. */
async function shareBuild(
  plan: Plan & { how: "build" },
  onLog: ((text: string) => void) | undefined,
): Promise<BuildState> {
  const builds = singleton("environment-builds", () => new Map<string, Building>());
  const listeners = builds.get(plan.id)?.listeners ?? new Set();
  if (onLog) listeners.add(onLog);
  const say = (text: string) => {
    for (const listener of listeners) listener(text);
  };
  const building = builds.get(plan.id) ?? { listeners, state: build(plan, say) };
  builds.set(plan.id, building);
  try {
    return await building.state;
  } finally {
    if (onLog) listeners.delete(onLog);
    builds.delete(plan.id);
  }
}

async function build(plan: Plan & { how: "build" }, say: (text: string) => void): Promise<BuildState> {
  const before = await readBuildState(plan.directory);
  await mkdir(path.dirname(plan.directory), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new AppError(
      "internal",
      `The data folder ${env().data} is not writable (${error.code}), so no environment can be built.`,
    );
  });
  const release = await acquireLock(`${plan.directory}.lock`);
  try {
    // Another process may have built it while this one waited for the lock.
    const now = await readBuildState(plan.directory);
    if (now.state === "ready" || (now.state === "failed" && before.state !== "failed")) return now;
    return await buildAnew(plan, say);
  } finally {
    release();
  }
}

async function buildAnew(plan: Plan & { how: "build" }, say: (text: string) => void): Promise<BuildState> {
  const { directory } = plan;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await writeBuildState(directory, { state: "building", problem: null, warnings: [] });
  let writing = Promise.resolve();
  const log = (text: string) => {
    say(text);
    writing = writing.then(() => appendBuildLog(directory, text));
  };
  const context = { directory, env: buildEnvironment(directory), log, sources: plan.sources };
  const built = await plan.build(context).catch(brokenBuild);
  await rm(scratchOf(directory), { recursive: true, force: true });
  if (built.problem) log(`${built.problem}\n`);
  const kept = await writing.then(() => built, brokenBuild);
  await writeBuildState(directory, kept);
  return kept;
}

/** A build that broke down is a failed one that says so, and not one that goes on for ever. */
function brokenBuild(error: unknown): Built {
  return { state: "failed", problem: `The environment could not be built: ${toAppError(error).message}`, warnings: [] };
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () =>
      reject(new AppError("cancelled", "The call was cancelled while its environment was being built."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
