import {
  Box,
  Braces,
  Calculator,
  CalendarDays,
  FolderTree,
  type LucideIcon,
  Shapes,
  Sheet,
  TableProperties,
} from "lucide-react";
import { cn } from "./class-names.ts";

/** A tool's mark. Tools are square; agents, later, are round. */
export function ToolIcon({ name, size = "md", className }: { name: string; size?: "sm" | "md"; className?: string }) {
  const Icon = ICONS[name] ?? Box;
  return (
    <span
      aria-hidden
      className={cn(
        "grid shrink-0 place-items-center border border-line-strong bg-sunken text-ink-2",
        size === "sm" ? "size-5 rounded-xs [&_svg]:size-3" : "size-7 rounded-sm [&_svg]:size-4",
        className,
      )}
    >
      <Icon className="stroke-[1.5]" />
    </span>
  );
}

const ICONS: Record<string, LucideIcon> = {
  calculator: Calculator,
  calculator_py: Calculator,
  dates: CalendarDays,
  list_directory: FolderTree,
  read_csv: Sheet,
  read_json: Braces,
  query_table: TableProperties,
  sample: Shapes,
};
