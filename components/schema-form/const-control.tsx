"use client";
import type { ControlOf } from "./control.ts";
import { FieldActions } from "./field-actions.tsx";
import { printJson } from "./json-print.ts";
import { NotSent } from "./not-sent.tsx";
import { useControl } from "./use-control.ts";

/** The only value there is: sent where it is required, to be set or left out where it is not. */
export function ConstControl(props: ControlOf<"const">) {
  const { id } = useControl(props);
  const { state, field, name } = props;
  // In a shape that was guessed, or in JSON that somebody wrote.
  const isMissing = state.is === "unset";
  return (
    <div className="flex gap-1.5">
      {state.is === "unset" || state.is === "null" ? (
        <NotSent id={id} field={field} state={state} />
      ) : (
        <output
          id={id}
          aria-label={name}
          className="flex h-7 min-w-0 grow items-center truncate rounded-sm border border-line bg-sunken px-2 font-mono text-12"
        >
          {state.is === "text" ? state.text : printJson(state)}
        </output>
      )}
      <FieldActions {...props} required={props.required && !isMissing} />
    </div>
  );
}
