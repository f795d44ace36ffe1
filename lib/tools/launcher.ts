import "server-only";
import { spawn } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import type { Duplex, Readable } from "node:stream";
import { env, pickEnvironment } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { basePython } from "./interpreter.ts";

/** A path of more bytes than this cannot name a socket. */
const LONGEST_SOCKET_PATH = 100;

type Launcher = { directory: string; socket: string };

/** A line to a new supervisor, which ends what it started when the line is cut. Throws `internal` when none can be had. */
export async function connectSupervisor(): Promise<net.Socket> {
  const { socket } = await launcher();
  return connect(socket);
}

/** A path for a socket that only this server's user can reach; the launcher removes it when this process has ended. */
export async function socketPath(name: string): Promise<string> {
  return path.join((await launcher()).directory, name);
}

/** A new folder that is removed with the sockets, if nobody did so before. */
export async function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join((await launcher()).directory, "scratch-"));
}

/** Connects to a supervisor's own socket. */
export function connect(socket: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const line = net.connect({ path: socket });
    line.once("error", (error) =>
      reject(new AppError("internal", "The launcher of tools does not answer.", { cause: error })),
    );
    line.once("connect", () => {
      line.removeAllListeners("error");
      // One that is gone is noticed by the end of its line; a write to it must not end the server.
      line.on("error", () => undefined);
      resolve(line);
    });
  });
}

/** Started once, and again should something kill it. */
function launcher(): Promise<Launcher> {
  const running = singleton("launcher", () => ({ value: undefined as Promise<Launcher> | undefined }));
  running.value ??= startLauncher(() => {
    running.value = undefined;
  }).catch((error: unknown) => {
    running.value = undefined;
    throw error;
  });
  return running.value;
}

async function startLauncher(onGone: () => void): Promise<Launcher> {
  const python = await basePython();
  const directory = await mkdtemp(path.join(socketFolder(), "toolroom-"));
  // Tools that have another user have their scratch folders in here; a socket takes no stranger's connection all the same.
  await chmod(directory, 0o711);
  const socket = path.join(directory, "launcher");
  const child = spawn(python.path, ["-I", "-S", path.join(env().root, "lib/tools/harness/launcher.py"), socket], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    env: pickEnvironment(["PATH", "LD_LIBRARY_PATH"]) as NodeJS.ProcessEnv,
    // A session of its own, so that Ctrl-C in a terminal reaches the studio alone, which then cancels in good order.
    detached: true,
  });
  child.unref();
  (child.stdio[2] as Readable | null)?.on("data", (chunk: Buffer) => log.warn("launcher", { said: chunk.toString() }));
  const control = child.stdio[3] as Duplex | null | undefined;
  if (!control) throw new AppError("internal", `The launcher could not be started with ${python.path}.`);
  control.on("error", () => undefined);
  child.once("exit", onGone);
  await new Promise<void>((resolve, reject) => {
    const fail = (cause?: unknown) =>
      reject(new AppError("internal", `The launcher could not be started with ${python.path}.`, { cause }));
    child.once("error", fail);
    child.once("exit", fail);
    control.once("data", () => resolve());
  });
  for (const end of [control, child.stdio[2]]) (end as net.Socket).unref();
  return { directory, socket };
}

function socketFolder(): string {
  const longest = path.join(os.tmpdir(), "toolroom-XXXXXX", "zygote-00000000");
  return Buffer.byteLength(longest) <= LONGEST_SOCKET_PATH ? os.tmpdir() : "/tmp";
}
