import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import type { Measurement } from "./measure.ts";

/** What each name stands for: what is measured, against what. */
const LEGEND = {
  "call.cold.*":
    "`callTool` on the calculator, started for the call, against the same file run by hand in the same interpreter.",
  "runner.zygote.python":
    "a call of `calculator_py` in a fork of its zygote, sandboxed, from its turn until its end (`timing.runMs`), against the same time of a cold call.",
  "runner.pool.*":
    "the same in a process that was started ahead; before each call the pool is given the time to be full.",
  "call.zygote.python, call.pool.*": "the same calls, the whole of `callTool`.",
  "call.zygote.numpy": "the whole of `callTool` on a tool that solves 100 linear equations with numpy, against cold.",
  "throughput.*.N":
    "calls a second with N callers at once, each calling again once it is answered, by whatever back end the studio chooses, against cold with as many callers. Here more is better.",
  "memory.python.64":
    "private MiB for each of 64 calls of a warm tool that sleep at once, with their share of the keeper and the zygote, against 16 cold calls with their supervisors.",
  "http.run":
    "`POST /api/runs` until the last event of its answer, `calculator_py` by the built studio, against a copy that is pinned to cold.",
  "stop.gone":
    "from the cancelling of a call until none of its processes is in /proc, against SIGKILL for a plain child of Node until its exit; every second tool sleeps, the others spin.",
  "sandbox.cold":
    "a cold call at level namespaces against one at level none, in two processes. A warm one has no such row: the forks of a zygote are made in namespaces, so that there is none without.",
  "sandbox.bubblewrap":
    "`/bin/true` at level namespaces, with Landlock and seccomp, against `/bin/true` in bubblewrap, with neither, both through the launcher.",
  "spawn.big-server":
    "the longest that the event loop of a process with 1 GiB of buffers stands still while it starts `/bin/true` through the launcher, against `child_process.spawn`.",
  "agents.turn-cpu":
    "CPU of the process for each turn of a run of 20, all kept in the database, against the same conversation by `@openai/agents`; `.bare` against a `for` around the `openai` client. The model is in a process of its own.",
  "agents.concurrent":
    "sessions that stream a word every 20 ms, for each core that they take, against `@openai/agents`, which keeps nothing. Here more is better.",
  "agents.event-latency.N":
    "from a piece of an answer until N followers of the session have it, up to 40 ms of which it is gathered with others, against one follower.",
  "agents.first-event":
    "`POST /api/sessions` and the session's stream until the first event of its log, by the built studio, against a POST that is refused.",
  "agents.stop":
    "from the wish to stop a run in the middle of an answer until a follower reads that it was, against SIGKILL for a plain child.",
  "agents.resume-gap":
    "from SIGKILL for the worker that has a run until another asks the model again, against the start of a worker.",
  "redact.stream": "8 MiB of log, 5 secrets in every spelling, against `replaceAll` of the secrets as written.",
};

/** One line of the table. */
export function toRow({ name, value, unit, p95, baseline, ratio }: Measurement): string {
  return `| ${name} | ${value} ${unit} | ${p95 ?? "–"} | ${baseline} ${unit} | ${ratio} |`;
}

/** bench/RESULTS.md; `missing` says in a sentence each what could not be measured. */
export function toDocument(measured: readonly Measurement[], missing: readonly string[]): string {
  const gib = Math.round(totalmem() / 2 ** 30);
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim()})`;
  const machine = `${cores}, ${gib} GiB, ${type()} ${release()}, Node ${process.versions.node}`;
  const day = new Date().toISOString().slice(0, 10);
  return [
    "# Measured",
    "",
    `${machine}, ${day}.`,
    "Each row and its baseline ran alternately in one run; read the ratios, not the milliseconds: 0.04 is 25 times faster.",
    "",
    "| what | median | p95 | baseline | ratio |",
    "| --- | --- | --- | --- | --- |",
    ...measured.map(toRow),
    "",
    ...(missing.length === 0 ? [] : ["Not measured here:", "", ...missing.map((line) => `- ${line}`), ""]),
    "What the names stand for:",
    "",
    ...Object.entries(LEGEND).map(([names, meaning]) => `- ${quoteEach(names)}: ${meaning}`),
    "",
  ].join("\n");
}

function quoteEach(names: string): string {
  return names.replaceAll(/[^\s,]+/g, "`$&`");
}
