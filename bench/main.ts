import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { coldCalls } from "./cold-calls.ts";
import type { Benchmark, Measurement } from "./measure.ts";
import { redaction } from "./redaction.ts";

/** Every benchmark by name; each measures its baseline side by side with what it is about. */
const BENCHMARKS: Record<string, Benchmark> = { ...coldCalls, ...redaction };

const { values } = parseArgs({ options: { json: { type: "boolean" }, only: { type: "string" } } });
const names = Object.keys(BENCHMARKS).filter((name) => !values.only || name.startsWith(values.only));
const measured: Measurement[] = [];
for (const name of names) {
  const result = { name, ...(await BENCHMARKS[name]?.()) } as Measurement;
  measured.push(result);
  console.log(values.json ? JSON.stringify(result) : toRow(result));
}
if (!values.json && !values.only) await writeFile("bench/RESULTS.md", toDocument(measured));

function toRow({ name, value, unit, p95, baseline, ratio }: Measurement): string {
  return `| ${name} | ${value} ${unit} | ${p95 ?? "–"} | ${baseline} ${unit} | ${ratio} |`;
}

function toDocument(results: readonly Measurement[]): string {
  const gib = Math.round(totalmem() / 2 ** 30);
  return [
    "# Measured",
    "",
    `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${gib} GiB, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.`,
    "Each row and its baseline ran alternately in one run; read the ratios, not the milliseconds.",
    "",
    "| what | median | p95 | baseline | ratio |",
    "| --- | --- | --- | --- | --- |",
    ...results.map(toRow),
    "",
    "- `call.cold.*`: `callTool` on the calculator, cold, against the same file run by hand in the same interpreter.",
    "- `redact.stream`: 8 MiB of log, 5 secrets in every spelling, against `replaceAll` of the secrets as written.",
    "",
  ].join("\n");
}
