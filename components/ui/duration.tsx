"use client";
import { useFormatter } from "next-intl";

/** A span of time in the unit a person would choose: "5.2 ms", "68 ms", "2.4 s", "3 min". */
export function Duration({ ms }: { ms: number }) {
  return useDuration()(ms);
}

/** The same as text. */
export function useDuration(): (ms: number) => string {
  const format = useFormatter();
  return (ms) => {
    if (ms < 1000) return `${format.number(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
    if (ms < 60_000) return `${format.number(ms / 1000, { maximumFractionDigits: ms < 10_000 ? 1 : 0 })} s`;
    return `${format.number(ms / 60_000, { maximumFractionDigits: 1 })} min`;
  };
}
