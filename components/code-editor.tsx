"use client";
import { useRef } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Textarea } from "#components/ui/textarea.tsx";
import { type EditorProps, useEditor, useMonaco } from "./use-editor.ts";

/**
 * An editor for one file at a time. Every `path` has a text, an undo history and a cursor of its own, so what is typed in
 * one file is never reported for another: `onChange` says which. Until the editor is there, a plain text area stands in.
 */
export function CodeEditor(props: EditorProps) {
  const { path, language, label, value, onChange, readOnly = false, describedBy, height = "fill", className } = props;
  const monaco = useMonaco();
  const holder = useRef<HTMLDivElement>(null);
  useEditor(monaco, holder, props);
  if (monaco) {
    return (
      <div
        ref={holder}
        className={cn("min-h-30 min-w-0 overflow-hidden bg-sunken", height === "fill" && "h-full", className)}
      />
    );
  }
  return (
    <Textarea
      aria-label={label}
      aria-describedby={describedBy}
      data-language={language}
      readOnly={readOnly}
      value={value}
      spellCheck={false}
      rows={12}
      className={cn("font-mono text-12", height === "fill" && "h-full max-h-none", className)}
      onChange={(event) => onChange?.(event.target.value, path)}
    />
  );
}
