import "server-only";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import path from "node:path";
import type { Duplex, Readable } from "node:stream";
import { env, pickEnvironment } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { singleton } from "#lib/core/singleton.ts";
import { encodeFrame, type Frame, FrameReader } from "./frames.ts";

/** Where a command's bytes come from: descriptors 1 and 2, the harness's own 4, and 5, which is stdout after `run_tool`. */
const OUTPUTS = { 1: "stdout", 2: "stderr", 4: "channel", 5: "after" } as const;
export type Output = (typeof OUTPUTS)[keyof typeof OUTPUTS];

/** stdout and what follows it after `run_tool` share one limit. */
const PIPES = { 1: "stdout", 2: "stderr", 4: "channel", 5: "stdout" };
const MEBIBYTE = 1024 * 1024;
const LIMITS = { stdout: 16 * MEBIBYTE, stderr: 16 * MEBIBYTE, channel: 64 * MEBIBYTE };

/** What the launcher may take beyond the timeout: SIGTERM, 2 s, SIGKILL, 5 s for those that would not die. */
const LAUNCHER_PATIENCE_MS = 15_000;

/** A Python found on this machine: the real program, not a shim in front of it. */
export type Python = { path: string; version: string };

const OLDEST: readonly [number, number] = [3, 9];
const QUESTION =
  "import json, platform, sys; print(json.dumps([sys.executable, platform.python_version(), list(sys.version_info[:2])]))";

export type ProcessRequest = {
  /** The first is an absolute path. Never put a parameter of a tool here: everybody can read it. */
  argv: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** What the command reads from descriptor 3. */
  payload?: string;
  timeoutSeconds: number;
  signal?: AbortSignal | undefined;
  onOutput: (output: Output, bytes: Buffer) => void;
};

/** The first cause wins: a process that ends because of a timeout has timed out, whatever it says while it ends. */
export type ProcessEnding = {
  cause: "exited" | "timeout" | "cancelled" | "stdout" | "stderr" | "channel";
  exitCode: number | null;
  signal: string | null;
  peakMemoryBytes: number;
};

/**
 * Runs a command to its end and leaves no process of it, also when this server dies meanwhile.
 * Throws only when the launcher could not do its work: `internal`, or `tool_crashed` when something killed it.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnding> {
  const launcher = await startLauncher();
  const order = { argv: request.argv, cwd: request.cwd, env: request.env, timeoutSeconds: request.timeoutSeconds };
  launcher.control.write(encodeFrame("R", JSON.stringify({ ...order, pipes: PIPES, limits: LIMITS })));
  launcher.control.write(encodeFrame("P", request.payload ?? ""));
  const cancel = () => launcher.control.write(encodeFrame("K", ""));
  const watchdog = setTimeout(
    () => launcher.child.kill("SIGKILL"),
    request.timeoutSeconds * 1000 + LAUNCHER_PATIENCE_MS,
  );
  if (request.signal?.aborted) cancel();
  request.signal?.addEventListener("abort", cancel, { once: true });
  try {
    return await followLauncher(launcher, request.onOutput);
  } finally {
    clearTimeout(watchdog);
    request.signal?.removeEventListener("abort", cancel);
    launcher.control.destroy();
  }
}

/** Holds a lock between processes until the answer is called; the kernel lets go of it should this process die. */
export async function acquireLock(file: string): Promise<() => void> {
  const launcher = await startLauncher();
  launcher.control.write(encodeFrame("R", JSON.stringify({ lock: file })));
  await new Promise<void>((resolve, reject) => {
    launcher.control.once("data", () => resolve());
    launcher.child.once("exit", () => reject(launcherFailure(launcher, "while it waited for a lock")));
  });
  return () => launcher.control.destroy();
}

/** Asks an installed program of the studio's own choice something short, such as its version; null when it cannot answer. */
export function askProgram(command: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: 20_000, maxBuffer: MEBIBYTE }, (error, stdout) =>
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
  const [executable, version, [major, minor]] = JSON.parse(answer) as [string, string, [number, number]];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new AppError(
      "internal",
      `${executable} is Python ${version}, which is too old: install Python 3.9 or newer.`,
    );
  }
  return { path: executable, version };
}

type Launcher = { child: ChildProcess; control: Duplex; complaint: { text: string } };

async function startLauncher(): Promise<Launcher> {
  const python = await basePython();
  const child = spawn(
    python.path,
    ["-I", "-S", "-B", "-X", "utf8", path.join(env().root, "lib/tools/harness/launch.py")],
    {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      env: pickEnvironment(["PATH", "LD_LIBRARY_PATH"]) as NodeJS.ProcessEnv,
      // A session of its own, so that Ctrl-C in a terminal reaches the studio alone, which then cancels in good order.
      detached: true,
    },
  );
  const complaint = { text: "" };
  (child.stdio[2] as Readable | null)?.on("data", (chunk: Buffer) => {
    complaint.text = (complaint.text + chunk.toString()).slice(-4000);
  });
  const control = child.stdio[3] as Duplex | null | undefined;
  if (!control) throw new AppError("internal", `The launcher could not be started with ${python.path}.`);
  // A launcher that is gone is noticed by its exit; a write to it must not end the server.
  control.on("error", () => undefined);
  return { child, control, complaint };
}

function followLauncher(
  { child, control, complaint }: Launcher,
  onOutput: ProcessRequest["onOutput"],
): Promise<ProcessEnding> {
  return new Promise((resolve, reject) => {
    const reader = new FrameReader();
    let group: number | undefined;
    let ending: ProcessEnding | undefined;
    const take = ({ type, payload }: Frame) => {
      if (type === "S") group = (JSON.parse(payload.toString()) as { pid: number }).pid;
      else if (type === "X") ending = JSON.parse(payload.toString()) as ProcessEnding;
      else onOutput(OUTPUTS[Number(type) as keyof typeof OUTPUTS], payload);
    };
    control.on("data", (chunk: Buffer) => {
      try {
        reader.push(chunk).forEach(take);
      } catch (error) {
        // What to do with output is the caller's; its error must not leave the command running.
        child.kill("SIGKILL");
        reject(error);
      }
      if (ending) resolve(ending);
    });
    child.once("error", (error) =>
      reject(new AppError("internal", "The launcher could not be started.", { cause: error })),
    );
    child.once("close", () => {
      if (group !== undefined && !ending) killGroup(group);
      reject(launcherFailure({ child, control, complaint }, "before it reported the end of its command"));
    });
  });
}

function launcherFailure({ child, complaint }: Launcher, when: string): AppError {
  if (child.signalCode)
    return new AppError("tool_crashed", `The tool's launcher was killed by ${child.signalCode} ${when}.`);
  return new AppError("internal", `The launcher ended ${when}; the server's log says more.`, { cause: complaint.text });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody left in the group, which is what was wanted.
  }
}
