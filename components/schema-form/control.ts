import type { Field, Kind } from "./field.ts";
import type { FieldState } from "./state.ts";

/** What every control gets. `name` is its accessible name; `labelled` says whether a label beside it already gives that. */
export type ControlProps = {
  field: Field;
  schema: unknown;
  state: FieldState;
  path: string;
  name: string;
  required: boolean;
  labelled: "label" | "self";
  depth: number;
};

/** The same for a field of one kind. */
export type ControlOf<K extends Kind["is"]> = ControlProps & { field: { kind: Extract<Kind, { is: K }> } };

/** What clearing a text gives: "" where the field must be sent, else nothing, and "" only when it is then set. */
export function clearedText(required: boolean): FieldState {
  const empty = { is: "text", text: "" } as const;
  return required ? empty : { is: "unset", kept: empty };
}

/** What clearing a number or a secret gives: null where that stands for none, else nothing. */
export function clearedValue(field: Field, required: boolean): FieldState {
  return required && field.nullable ? { is: "null" } : { is: "unset" };
}
