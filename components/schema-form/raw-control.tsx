"use client";
import { cn } from "#components/ui/class-names.ts";
import { Textarea } from "#components/ui/textarea.tsx";
import type { ControlProps } from "./control.ts";
import { FieldActions, LeaveOut } from "./field-actions.tsx";
import { initialState } from "./fill.ts";
import { useForm } from "./form-context.tsx";
import { printJson, settled } from "./json-print.ts";
import { unsetFrame } from "./not-sent.tsx";
import { UNSET } from "./state.ts";
import { isDue } from "./text-control.tsx";
import { useControl } from "./use-control.ts";
import { usePlaceholder } from "./use-placeholder.ts";

/** JSON by hand: for what may be anything, and for a value that does not fit its field and must not be lost. */
export function RawControl(props: ControlProps & { misfit?: boolean }) {
  const form = useForm();
  const { attributes, change, leave } = useControl(props);
  const placeholder = usePlaceholder(props);
  const { state, schema, required, misfit = false } = props;
  const isEmpty = state.is === "unset" || (state.is === "null" && !misfit && props.field.nullable);
  const text = state.is === "raw" ? state.text : isEmpty ? "" : printJson(state, 2);
  return (
    <div className="flex items-start gap-1.5">
      <Textarea
        {...attributes}
        rows={Math.min(Math.max(text.split("\n").length, isEmpty ? 1 : 2), 14)}
        value={text}
        placeholder={placeholder || "JSON"}
        spellCheck={false}
        autoComplete="off"
        className={cn(
          "grow resize-y py-0.75 font-mono text-12 leading-5 placeholder:font-sans placeholder:text-13",
          isEmpty && !isDue(props) && unsetFrame,
        )}
        onChange={(event) => {
          const typed = event.target.value;
          change(typed === "" ? (misfit && required ? initialState(form, schema) : UNSET) : { is: "raw", text: typed });
        }}
        onBlur={() => {
          if (misfit && settled(state) !== state) change(settled(state));
          leave();
        }}
      />
      {misfit ? <LeaveOut {...props} /> : <FieldActions {...props} />}
    </div>
  );
}
