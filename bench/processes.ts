import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { waitUntil } from "./measure.ts";

/**
 * Every process below this process's launcher: supervisors and keepers, the first processes of namespaces, zygotes, and what runs
 * tools. Nothing else is started there, and none can leave, since the supervisors adopt what loses its parent.
 */
export function processesBelowLauncher(): number[] {
  const children = Map.groupBy(listProcesses(), parentOf);
  const launchers = (children.get(process.pid) ?? []).filter((pid) => read(pid, "cmdline").includes("launcher.py"));
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return launchers.flatMap(below);
}

/**
 * Every process of one running call. A warm call's process has the variables of its zygote in /proc, so that it is known by where
 * it works: in the call's artifact directory. The others are in its process namespace, which is the call's own, warm or cold.
 */
export function processesOfCall(artifactDirectory: string): number[] {
  const all = listProcesses();
  const namespaces = new Set(all.filter((pid) => link(pid, "cwd") === artifactDirectory).map(namespaceOf));
  namespaces.delete(link(process.pid, "ns/pid"));
  return all.filter((pid) => namespaces.has(namespaceOf(pid)));
}

/** Whether a process is still in /proc, be it as one that has ended and was not collected. */
export function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

/**
 * MiB that belong to these processes alone: pages that fork shares, and libraries, are not counted. The first process of a warm
 * call's namespace shares all of its memory with the one that made it, which is counted.
 */
export function privateMebibytes(pids: readonly number[]): number {
  const kibibytes = pids.filter(hasOwnMemory).map((pid) => {
    const found = [...read(pid, "smaps_rollup").matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)];
    if (found.length === 0 && isThere(pid)) throw new Error(`The memory of process ${pid} cannot be read.`);
    return found.reduce((sum, [, size]) => sum + Number(size), 0);
  });
  return kibibytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/**
 * Waits until a tool's pool is full: two processes have the tool's file on their command line, as only those have that are started
 * ahead, and neither has used the CPU or is about to, so that both have loaded it and wait for their call.
 */
export async function poolIsFull(entry: string): Promise<void> {
  let before = "";
  let since = performance.now();
  await waitUntil(`the pool of ${entry} was full`, () => {
    const ahead = processesBelowLauncher().filter((pid) => read(pid, "cmdline").split("\0").includes(entry));
    const now = JSON.stringify(ahead.map((pid) => [pid, ...stateOf(pid)]));
    if (now !== before || ahead.length !== 2 || ahead.some((pid) => stateOf(pid)[0] !== "S")) since = performance.now();
    before = now;
    return performance.now() - since > QUIET_MS;
  });
}

const QUIET_MS = 150;

/** Within a zygote's process namespace, a process that is the first of another one only sleeps, in its maker's memory. */
function hasOwnMemory(pid: number): boolean {
  const numbers = /^NSpid:\s+(.*)$/m.exec(read(pid, "status"))?.[1]?.split(/\s+/) ?? [];
  return numbers.length < 3 || numbers.at(-1) !== "1";
}

function listProcesses(): number[] {
  return readdirSync("/proc").map(Number).filter(Boolean);
}

function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1]);
}

/** Its state, and the ticks that it has spent in user and in system mode. */
function stateOf(pid: number): (string | undefined)[] {
  const fields = fieldsOf(pid);
  return [fields[0], fields[11], fields[12]];
}

function fieldsOf(pid: number): string[] {
  // The name, in parentheses, may hold anything.
  return read(pid, "stat")
    .replace(/^.*\) /s, "")
    .split(" ");
}

function namespaceOf(pid: number): string {
  return link(pid, "ns/pid");
}

/** A file of a process in /proc; empty when the process is gone. */
function read(pid: number, file: "cmdline" | "stat" | "status" | "smaps_rollup"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

function link(pid: number, name: "cwd" | "ns/pid"): string {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return "";
  }
}
