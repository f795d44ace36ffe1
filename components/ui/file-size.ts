"use client";
import { useFormatter } from "next-intl";

/** Writes a number of bytes in the unit a person would choose: "0 B", "4.2 kB", "31 MB"; steps of 1,000. */
export function useFileSize(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const amount = bytes / 1000 ** step;
    return `${format.number(amount, { maximumFractionDigits: step > 0 && amount < 10 ? 1 : 0 })} ${UNITS[step]}`;
  };
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];
