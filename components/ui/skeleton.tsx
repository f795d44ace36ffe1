import { cn } from "./class-names.ts";

/** The grey shape of something that is being read. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-3 animate-breathe rounded-xs bg-line", className)} />;
}
