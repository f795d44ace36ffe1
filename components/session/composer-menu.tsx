"use client";

import { FileText, SquareSlash } from "lucide-react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { cn } from "#components/ui/class-names.ts";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { Suggestion } from "./suggestions.ts";

type Props = {
  id: string;
  label: string;
  options: readonly Suggestion[];
  active: number;
  onChoose: (suggestion: Suggestion) => void;
};

/** What can be named or done from where the caret is; the text field keeps the keyboard. */
export function ComposerMenu({ id, label, options, active, onChoose }: Props) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="absolute bottom-full left-0 z-(--z-menu) mb-1 max-h-72 w-[min(360px,100%)] overflow-y-auto rounded-md border border-line-strong bg-raised p-1 shadow-3"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the text field has the focus and the keys
        <div
          key={`${option.kind} ${option.value}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={cn(
            "flex h-8 cursor-default items-center gap-2 rounded-sm px-2 hover:bg-hover",
            index === active && "bg-selected",
          )}
        >
          <Mark option={option} />
          <span className="max-w-[60%] shrink-0 truncate font-medium">
            {option.kind === "command" ? "/" : null}
            <SafeText text={option.value} />
          </span>
          <span className="min-w-0 flex-1 truncate text-12 text-ink-3">{option.hint}</span>
        </div>
      ))}
    </div>
  );
}

function Mark({ option: { kind, value } }: { option: Suggestion }) {
  if (kind === "tool") return <ToolIcon name={value} size="sm" />;
  const Icon = kind === "file" ? FileText : SquareSlash;
  return <Icon aria-hidden className="mx-0.5 size-4 shrink-0 stroke-[1.5] text-ink-3" />;
}
