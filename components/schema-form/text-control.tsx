"use client";
import type { ChangeEvent, KeyboardEvent } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Textarea } from "#components/ui/textarea.tsx";
import { type ControlOf, type ControlProps, clearedText } from "./control.ts";
import { FieldActions } from "./field-actions.tsx";
import { FileField } from "./file-field.tsx";
import { MomentPicker } from "./moment-picker.tsx";
import { unsetFrame } from "./not-sent.tsx";
import { shortened } from "./shorten.ts";
import { useControl } from "./use-control.ts";
import { usePlaceholder } from "./use-placeholder.ts";

/**
 * Text, as typed: nothing is trimmed, and a pasted line break stays one, also in a field of one line. Text that stands for bytes may
 * come from a file, and is too long to be edited by hand at some length; then its two ends are shown.
 */
export function TextControl(props: ControlOf<"text">) {
  const { attributes, change, leave } = useControl(props);
  const placeholder = usePlaceholder(props);
  const { field, state, required } = props;
  const text = state.is === "text" ? state.text : "";
  const { encoding } = field.kind;
  const isShortened = encoding !== null && text.length > (encoding === "text" ? LONGEST_TEXT : LONGEST_DIGITS);
  const isMany = !isShortened && (field.kind.lines === "many" || text.includes("\n"));
  const isEmpty = state.is === "unset" || state.is === "null";
  const control = (
    <div className="flex gap-1.5">
      <Textarea
        {...attributes}
        readOnly={isShortened}
        rows={isMany ? Math.min(Math.max(text.split("\n").length, 3), 12) : 1}
        value={isShortened ? shortened(text) : text}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        inputMode={INPUT_MODES.get(field.kind.format ?? "") ?? "text"}
        className={cn(
          "grow resize-none py-0.75 leading-5 placeholder:font-sans placeholder:text-13",
          isMany ? "min-h-16 resize-y" : "font-mono text-12",
          isEmpty && !isDue(props) && unsetFrame,
        )}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => {
          const typed = event.target.value;
          change(typed === "" ? clearedText(required) : { is: "text", text: typed });
        }}
        onKeyDown={(event) => {
          if (!isMany && isPlainEnter(event)) event.preventDefault();
        }}
        onBlur={leave}
      />
      <MomentPicker {...props} />
      <FieldActions {...props} />
    </div>
  );
  if (encoding === null) return control;
  return (
    <FileField {...props} encoding={encoding} shown={isShortened ? "shortened" : "whole"}>
      {control}
    </FileField>
  );
}

const LONGEST_TEXT = 50_000;
const LONGEST_DIGITS = 4_000;

const INPUT_MODES = new Map<string, "email" | "url">([
  ["email", "email"],
  ["uri", "url"],
]);

/** A required field without a value is a gap to fill, not a value left out. */
export function isDue({ required, field, state }: ControlProps): boolean {
  return required && !field.nullable && state.is === "unset";
}

/** Enter in a field of one line does nothing; Shift+Enter makes a second line, ⌘↵ belongs to the page. */
function isPlainEnter(event: KeyboardEvent): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  return key === "Enter" && !shiftKey && !ctrlKey && !metaKey && !altKey && !event.nativeEvent.isComposing;
}
