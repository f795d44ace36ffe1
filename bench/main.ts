import { fork } from "node:child_process";
import { once } from "node:events";
import { writeSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { agentHttp } from "./agent-http.ts";
import { agentLatency } from "./agent-latency.ts";
import { agentResuming } from "./agent-resuming.ts";
import { agentTurns } from "./agent-turns.ts";
import { bigServer } from "./big-server.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { coldCalls } from "./cold-calls.ts";
import { toDocument, toRow } from "./document.ts";
import { endEarly } from "./ending.ts";
import { httpRuns } from "./http-runs.ts";
import { type Benchmark, type Measurement, NotHere } from "./measure.ts";
import { memory } from "./memory.ts";
import { redaction } from "./redaction.ts";
import { sandboxCost } from "./sandbox-cost.ts";
import { stopping } from "./stopping.ts";
import { throughput } from "./throughput.ts";
import { warmCalls } from "./warm-calls.ts";

/** Every benchmark by name; each measures its baseline side by side with what it is about. */
const BENCHMARKS: Record<string, Benchmark> = {
  ...coldCalls,
  ...warmCalls,
  ...throughput,
  ...memory,
  ...httpRuns,
  ...stopping,
  ...sandboxCost,
  ...bubblewrap,
  ...bigServer,
  ...redaction,
  ...agentTurns,
  ...agentLatency,
  ...agentResuming,
  ...agentHttp,
};

const LONGEST_MS = 10 * 60_000;
const ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** bench/run.mjs's stdout: results alone go there. */
const RESULTS = 3;

type Answer = { measured: Omit<Measurement, "name"> } | { missing: string };

const { values } = parseArgs({
  options: { json: { type: "boolean" }, only: { type: "string" }, apart: { type: "string" } },
});
if (values.apart) await measureHere(values.apart);
else await measureAll();

/** Each in a process of its own, with its own launcher and queue: when it ends, whatever happened, all of it is gone. */
async function measureAll(): Promise<void> {
  const measured: Measurement[] = [];
  const missing: string[] = [];
  const names = Object.keys(BENCHMARKS).filter((name) => !values.only || name.startsWith(values.only));
  if (names.length === 0) throw new Error(`There is no benchmark whose name begins with "${values.only}".`);
  const end = new AbortController();
  for (const ending of ENDINGS) process.on(ending, () => end.abort());
  for (const name of names) {
    const answer = await measureApart(name, end.signal);
    if (end.signal.aborted) process.exit(1);
    if ("missing" in answer) {
      missing.push(`${name}: ${answer.missing}`);
      console.error(missing.at(-1));
      continue;
    }
    const result = { name, ...answer.measured };
    measured.push(result);
    writeSync(RESULTS, `${values.json ? JSON.stringify(result) : toRow(result)}\n`);
  }
  if (!values.json && !values.only) await writeFile("bench/RESULTS.md", toDocument(measured, missing));
}

async function measureApart(name: string, signal: AbortSignal): Promise<Answer> {
  const child = fork(fileURLToPath(import.meta.url), ["--apart", name], { timeout: LONGEST_MS });
  const stop = () => child.kill();
  signal.addEventListener("abort", stop);
  let answer: Answer | null = null;
  child.once("message", (message: Answer) => {
    answer = message;
  });
  const [code, killedBy] = await once(child, "exit");
  signal.removeEventListener("abort", stop);
  if (answer) return answer;
  process.exitCode = 1;
  return { missing: `it broke (${killedBy ?? `exit code ${code}`}); its own words stand above.` };
}

async function measureHere(name: string): Promise<void> {
  for (const ending of [...ENDINGS, "disconnect"]) process.on(ending, endEarly);
  const answer = await (BENCHMARKS[name] as Benchmark)().then(
    (measured): Answer => ({ measured }),
    (error: unknown): Answer => {
      if (error instanceof NotHere) return { missing: error.message };
      throw error;
    },
  );
  process.send?.(answer, () => process.exit(0));
}
