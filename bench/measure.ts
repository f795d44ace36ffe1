import { setTimeout as pause } from "node:timers/promises";

/** One line of output; `ratio` is value over baseline. */
export type Measurement = {
  name: string;
  value: number;
  unit: string;
  /** What 95 % of the rounds stay below; null where a round is itself the sum of many calls. */
  p95: number | null;
  baseline: number;
  ratio: number;
};

/** Throws NotHere when this machine lacks what it needs. */
export type Benchmark = () => Promise<Omit<Measurement, "name">>;

/** Why something cannot be measured on this machine, as a sentence. */
export class NotHere extends Error {}

/** One round: what it measured, in the benchmark's unit. */
type Round = () => Promise<number>;

/**
 * Runs both alternately, after one of each to warm up, and compares their medians. With `baselineRounds` the baseline runs
 * fewer times, spread evenly between the others.
 */
export async function sideBySide(
  { rounds, baselineRounds = rounds, unit = "ms" }: { rounds: number; baselineRounds?: number; unit?: string },
  { subject, baseline }: { subject: Round; baseline: Round },
): Promise<Omit<Measurement, "name">> {
  const seen = { subject: [] as number[], baseline: [] as number[] };
  await subject();
  await baseline();
  for (let round = 1; round <= rounds; round++) {
    seen.subject.push(await subject());
    const due = Math.ceil((round * baselineRounds) / rounds);
    if (seen.baseline.length < due) seen.baseline.push(await baseline());
  }
  const value = quantile(seen.subject, 0.5);
  const base = quantile(seen.baseline, 0.5);
  return {
    value: hundredths(value),
    unit,
    p95: unit === "ms" ? hundredths(quantile(seen.subject, 0.95)) : null,
    baseline: hundredths(base),
    ratio: Number((value / base).toPrecision(3)),
  };
}

/** How many milliseconds the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Looks again and again until it is so. Throws after 60 s. */
export async function waitUntil(what: string, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Waited for 60 s until ${what}.`);
    await pause(20);
  }
}

/** What that part of the values stays below. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
