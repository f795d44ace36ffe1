import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
  extend: { theme: { text: ["12", "13", "14", "16", "20", "28"], shadow: ["1", "2", "3"] } },
});

/** Joins class names; of two that set the same property the later one wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values));
}
