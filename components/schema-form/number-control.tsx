"use client";
import { cn } from "#components/ui/class-names.ts";
import { Input } from "#components/ui/input.tsx";
import { type ControlOf, clearedValue } from "./control.ts";
import { FieldActions } from "./field-actions.tsx";
import { unsetFrame } from "./not-sent.tsx";
import { isDue } from "./text-control.tsx";
import { useControl } from "./use-control.ts";
import { usePlaceholder } from "./use-placeholder.ts";

/** A number, kept digit by digit as it was typed. */
export function NumberControl(props: ControlOf<"number">) {
  const { attributes, change, leave } = useControl(props);
  const placeholder = usePlaceholder(props);
  const { field, state, required } = props;
  return (
    <div className="flex gap-1.5">
      <Input
        {...attributes}
        value={state.is === "number" ? state.text : ""}
        placeholder={placeholder}
        inputMode={field.kind.whole ? "numeric" : "decimal"}
        autoComplete="off"
        className={cn(
          "grow font-mono text-12 placeholder:font-sans placeholder:text-13",
          state.is !== "number" && !isDue(props) && unsetFrame,
        )}
        onChange={(event) => {
          const typed = event.target.value;
          change(typed === "" ? clearedValue(field, required) : { is: "number", text: typed });
        }}
        onBlur={leave}
      />
      <FieldActions {...props} />
    </div>
  );
}
