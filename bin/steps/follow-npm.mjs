import { readFileSync } from "node:fs";

const POLL_MS = 1_000;

/**
 * Calls back when the npm that runs this script is gone: an npm that is killed leaves its script behind, unseen.
 * Answers how to stop watching. Works where /proc shows who started whom.
 */
export function followNpm(onGone) {
  const before = lineToNpm();
  if (before === null) return () => undefined;
  const timer = setInterval(() => lineToNpm() !== before && onGone(), POLL_MS);
  return () => clearInterval(timer);
}

/** The processes from our parent (perhaps a shell) up to npm; null when there is no npm among the next three. */
function lineToNpm() {
  const line = [];
  for (let pid = process.ppid; pid > 1 && line.length < 3; pid = parentOf(pid)) {
    line.push(pid);
    if (nameOf(pid).startsWith("npm")) return line.join(" ");
  }
  return null;
}

function nameOf(pid) {
  return read(`/proc/${pid}/comm`);
}

function parentOf(pid) {
  return Number(/^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // the process is gone
  }
}
