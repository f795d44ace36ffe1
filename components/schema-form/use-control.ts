"use client";
import type { ControlProps } from "./control.ts";
import { fieldId, useForm, useProblem } from "./form-context.tsx";
import { isWarning } from "./issue.ts";
import type { FieldState } from "./state.ts";

/** How a control writes its state, and the attributes that name it, describe it and say that it is wrong. */
export function useControl({ path, name, required, labelled, field }: ControlProps) {
  const { idPrefix, disabled, edit, touch } = useForm();
  const problem = useProblem(path);
  const id = fieldId(idPrefix, path);
  const describedBy = [problem && `${id}-problem`, field.description && `${id}-description`].filter(Boolean).join(" ");
  return {
    id,
    disabled,
    change: (state: FieldState) => edit(path, () => state),
    leave: () => touch(path),
    attributes: {
      id,
      disabled,
      ...(labelled === "self" ? { "aria-label": name } : {}),
      ...(describedBy ? { "aria-describedby": describedBy } : {}),
      ...(problem && !isWarning(problem) ? { "aria-invalid": true as const } : {}),
      ...(required ? { "aria-required": true as const } : {}),
    },
  };
}
