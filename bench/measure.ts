/** One line of output; `ratio` is value over baseline. */
export type Measurement = {
  name: string;
  value: number;
  unit: string;
  p95: number | null;
  baseline: number;
  ratio: number;
};

export type Benchmark = () => Promise<Omit<Measurement, "name">>;

/** Runs both alternately, after one of each to warm up, and compares their medians in milliseconds. */
export async function sideBySide(
  rounds: number,
  { subject, baseline }: { subject: () => Promise<void>; baseline: () => Promise<void> },
): Promise<Omit<Measurement, "name">> {
  const times = { subject: [] as number[], baseline: [] as number[] };
  await subject();
  await baseline();
  for (let round = 0; round < rounds; round++) {
    times.subject.push(await timed(subject));
    times.baseline.push(await timed(baseline));
  }
  const value = quantile(times.subject, 0.5);
  const base = quantile(times.baseline, 0.5);
  return {
    value: round(value),
    unit: "ms",
    p95: round(quantile(times.subject, 0.95)),
    baseline: round(base),
    ratio: round(value / base),
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
