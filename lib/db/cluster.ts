import "server-only";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { AppError } from "#lib/core/errors.ts";
import type { Account, Home } from "./home.ts";
import { DATABASE_USER, type Place, SOCKET_FILE, socketUrl } from "./place.ts";

/** Server settings by their PostgreSQL names. */
export type Settings = Record<string, string>;

const SETTINGS: Settings = {
  listen_addresses: "",
  timezone: "UTC",
  shared_buffers: "64MB",
  max_connections: "60",
  wal_level: "minimal",
  max_wal_senders: "0",
};
const ENVIRONMENT: NodeJS.ProcessEnv = { NODE_ENV: "production", PATH: "/usr/bin:/bin", LC_ALL: "C" };
const GIVE_UP_MS = 10_000;
const RECOVERY_MS = 300_000;
const POLL_MS = 25;
const ZOMBIE_POLLS = 20;

/** Answers when the server answers; one that runs already is used as it is. Two processes may do this at once. */
export async function startCluster(home: Home, settings: Settings = {}): Promise<void> {
  initialise(home, settings);
  const began = Date.now();
  for (let attempt: ChildProcess | null = null; ; await pause()) {
    const state = await probe(home.place);
    if (state === "ready") return;
    const alive = state === "starting" || postmaster(home.place) !== null || isRunning(attempt);
    const waited = Date.now() - began;
    if (waited > (alive ? RECOVERY_MS : GIVE_UP_MS)) throw startFailure(home.place);
    if (alive) continue;
    clearStale(home.place, { patient: waited < GIVE_UP_MS / 2 });
    attempt = launch(home, settings);
  }
}

/** Ends the server as soon as its sessions are cut; does nothing when it is not running. */
export async function stopCluster(place: Place): Promise<void> {
  const pid = postmaster(place);
  if (pid === null) return;
  process.kill(pid, "SIGINT");
  const began = Date.now();
  while (postmaster(place) === pid) {
    if (Date.now() - began > GIVE_UP_MS) process.kill(pid, "SIGQUIT");
    await pause();
  }
  for (let polls = 0; commandOf(pid) === "" && polls < ZOMBIE_POLLS; polls++) await pause(); // it is ours to bury
}

function initialise({ place, programs, account }: Home, settings: Settings): void {
  if (existsSync(place.cluster)) return;
  sweepUnfinished(place);
  const unfinished = `${place.cluster}.${process.pid}`;
  const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "-E", "UTF8"];
  const flags = ["-D", unfinished, "-U", DATABASE_USER, "--auth=trust", "--data-checksums", ...locale];
  if (settings.fsync === "off") flags.push("--no-sync");
  const made = spawnSync(path.join(programs, "bin/initdb"), flags, { ...within(place, account), encoding: "utf8" });
  if (made.error) {
    const what = `The PostgreSQL among the packages does not run on this machine (${made.error.message})`;
    throw new AppError("internal", `${what}; set DATABASE_URL to a server of your own.`);
  }
  if (made.status !== 0) {
    throw new AppError("internal", `PostgreSQL could not make ${place.cluster}: ${lastLine(made.stderr)}`);
  }
  try {
    renameSync(unfinished, place.cluster);
  } catch {
    rmSync(unfinished, { recursive: true }); // another process was faster
  }
}

function sweepUnfinished({ folder, cluster }: Place): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(`${path.basename(cluster)}.`) ? Number(path.extname(name).slice(1)) : Number.NaN;
    if (pid > 0 && commandOf(pid) === null) rmSync(path.join(folder, name), { recursive: true });
  }
}

function launch({ place, programs, account }: Home, settings: Settings): ChildProcess {
  const socket = { unix_socket_directories: `"${place.socket}"`, unix_socket_permissions: "0700" };
  const flags = Object.entries({ ...SETTINGS, ...settings, ...socket }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const log = openSync(place.log, "a", 0o600);
  const program = path.join(programs, "bin/postgres");
  const child = spawn(program, ["-D", place.cluster, ...flags], {
    ...within(place, account),
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  child.on("error", () => undefined); // `startFailure` says what the log and the exit tell
  child.unref();
  return child;
}

function within(place: Place, account: Account) {
  return { ...account, cwd: place.folder, env: ENVIRONMENT };
}

function isRunning(child: ChildProcess | null): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function probe(place: Place): Promise<"ready" | "starting" | "absent"> {
  const client = new pg.Client({ connectionString: socketUrl(place, "postgres"), connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined); // a server that is just stopping
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    const code = (error as { code?: string }).code;
    return code === "57P03" ? "starting" : "absent";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The server's process, if the pid that its cluster names is really that. */
function postmaster({ cluster }: Place): number | null {
  const pid = recordedPid(cluster);
  if (pid === null) return null;
  const command = commandOf(pid);
  return command?.includes("postgres") && command.includes(cluster) ? pid : null;
}

/** A pid from before may by now be somebody else's, at which PostgreSQL would refuse to start for ever. */
function clearStale({ cluster, socket }: Place, { patient }: { patient: boolean }): void {
  const pid = recordedPid(cluster);
  const command = pid === null ? null : commandOf(pid);
  if (command === null || (command === "" && patient)) return; // a zombie's own children may still be writing
  rmSync(path.join(cluster, "postmaster.pid"), { force: true });
  rmSync(path.join(socket, `${SOCKET_FILE}.lock`), { force: true });
}

function recordedPid(cluster: string): number | null {
  const file = path.join(cluster, "postmaster.pid");
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : Number.NaN;
  return pid > 0 ? pid : null;
}

/** The command line of a process: null when there is none, empty for a zombie. */
function commandOf(pid: number): string | null {
  if (!existsSync("/proc/self"))
    return spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim() || null;
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, "utf8").replaceAll("\0", " ").trim() : null;
}

function startFailure({ log }: Place): AppError {
  const said = existsSync(log) ? lastLine(readFileSync(log, "utf8")) : "it said nothing";
  return new AppError("internal", `PostgreSQL did not start; its log ${log} ends with: ${said}`);
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
