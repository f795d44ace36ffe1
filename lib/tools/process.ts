import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { encodeFrame } from "./frames.ts";
import { connectSupervisor } from "./launcher.ts";
import type { SandboxPolicy } from "./sandbox-policy.ts";
import { awaitStart, followCall, type Hearing, type NotBegun, type ProcessEnding } from "./supervisor.ts";

/** stdout and what follows it after `run_tool` share one limit. */
const PIPES = { 1: "stdout", 2: "stderr", 4: "channel", 5: "stdout" };
const MEBIBYTE = 1024 * 1024;
const OUTPUT_LIMITS = { stdout: 16 * MEBIBYTE, stderr: 16 * MEBIBYTE, channel: 64 * MEBIBYTE };

/** What a process is started with. */
export type Command = {
  /** The first is an absolute path. Never put a parameter of a tool here: everybody can read it. */
  argv: readonly string[];
  cwd: string;
  env: Record<string, string>;
  sandbox: SandboxPolicy;
};

export type ProcessRequest = Command &
  Hearing & {
    /** What the command reads from descriptor 3. */
    payload?: string | undefined;
  };

/** What a call brings to a process that was started ahead of it. */
export type LateCall = Hearing & { payload: string; writable: readonly string[]; scratch: string };

/** A process that has loaded what it can of a tool and waits for its one call. */
export type AheadProcess = { call: (call: LateCall) => Promise<ProcessEnding>; close: () => void };

/**
 * Runs a command to its end and leaves no process of it, also when this server dies meanwhile.
 * Throws only when its supervisor could not do its work: `internal`, or `tool_crashed` when something killed it.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnding> {
  const line = await connectSupervisor();
  const { timeoutSeconds, sandbox } = request;
  line.write(encodeFrame("R", encodeCommand(request, { timeoutSeconds, watched: sandbox.writable })));
  line.write(encodeFrame("P", request.payload ?? ""));
  return begun(await followCall(line, request));
}

/** Starts a command ahead of its call, which its harness waits for. */
export async function startAhead(command: Command): Promise<AheadProcess> {
  const line = await connectSupervisor();
  line.write(encodeFrame("R", encodeCommand(command, { ahead: true, timeoutSeconds: 0 })));
  await awaitStart(line, { timeoutSeconds: 20 });
  line.unref();
  return {
    async call(call) {
      line.ref();
      writeCall(line, call);
      return begun(await followCall(line, call));
    },
    close: () => line.destroy(),
  };
}

/** The frames that a late call begins with. */
export function writeCall(line: { write: (bytes: Uint8Array) => void }, call: LateCall): void {
  const { timeoutSeconds, writable, scratch } = call;
  line.write(encodeFrame("R", JSON.stringify({ timeoutSeconds, writable, scratch, watched: writable })));
  line.write(encodeFrame("P", call.payload));
}

/** A command as its supervisor reads it. */
export function encodeCommand({ argv, cwd, env, sandbox }: Command, more: Record<string, unknown>): string {
  return JSON.stringify({ argv, cwd, env, sandbox, pipes: PIPES, limits: OUTPUT_LIMITS, ...more });
}

/** Holds a lock between processes until the answer is called; the kernel lets go of it should this process die. */
export async function acquireLock(file: string): Promise<() => void> {
  const line = await connectSupervisor();
  line.write(encodeFrame("R", JSON.stringify({ lock: file })));
  // Whoever holds it now may build for half an hour.
  await awaitStart(line, { timeoutSeconds: 2000 });
  return () => line.destroy();
}

function begun(ending: ProcessEnding | NotBegun): ProcessEnding {
  if (typeof ending === "string")
    throw new AppError("internal", `A process that was started for one call says it is ${ending}.`);
  return ending;
}
