import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { addressOf } from "./port.mjs";
import { Obstacle } from "./say.mjs";

const FOLLOW_PARENT = fileURLToPath(new URL("follow-parent.mjs", import.meta.url));
const LONGEST_START_MS = 180_000;
const GRACE_MS = 5_000;

/**
 * Starts Next for the built studio (with mode "dev", for its sources), and answers as soon as it does.
 * The signal stops it: at first politely, after 5 s whatever it does; `kill` does so at once. `ended` resolves when it is gone.
 */
export async function startWebServer(root, { mode, host, port, signal }) {
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const child = spawn(
    process.execPath,
    [`--import=${FOLLOW_PARENT}`, next, mode, "--hostname", host, "--port", String(port)],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: mode === "dev" ? "development" : "production" },
      stdio: ["ignore", mode === "dev" ? "inherit" : "pipe", "inherit", "ipc"],
    },
  );
  const ended = once(child, "exit");
  signal.addEventListener("abort", () => stop(child));
  const printed = [];
  const keep = (chunk) => printed.push(chunk);
  child.stdout?.on("data", keep);
  await Promise.race([untilItAnswers(addressOf(host, port)), ended]);
  signal.throwIfAborted();
  if (child.exitCode !== null || child.signalCode !== null) {
    process.stderr.write(printed.join(""));
    throw new Obstacle("The web server did not start; its own words stand above.");
  }
  child.stdout?.off("data", keep).pipe(process.stdout);
  return { ended, kill: () => child.kill("SIGKILL") };
}

async function untilItAnswers(address) {
  const deadline = Date.now() + LONGEST_START_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Obstacle(`The web server did not answer at ${address} within ${LONGEST_START_MS / 1000} s.`);
}

function stop(child) {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
}
