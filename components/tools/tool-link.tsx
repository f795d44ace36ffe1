"use client";
import Link from "next/link";
import { cn } from "#components/ui/class-names.ts";

/** A tool's name as the link that fills its row or card; arrow keys find it by `data-entry`. A long list must not read every tool ahead. */
export function ToolLink({ name, className }: { name: string; className?: string }) {
  return (
    <Link
      href={`/tools/${encodeURIComponent(name)}`}
      data-entry={name}
      prefetch={false}
      className={cn("outline-none after:absolute after:inset-0", className)}
    >
      {name}
    </Link>
  );
}
