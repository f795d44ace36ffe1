"use client";
import type { ReactNode } from "react";
import type { ControlProps } from "./control.ts";
import { FieldActions } from "./field-actions.tsx";
import { NotSent } from "./not-sent.tsx";
import { useControl } from "./use-control.ts";

/**
 * The frame of a control that holds others: says that it is not sent or null, or shows what it holds. `footer` is the way
 * to add to it; the way to leave it out stands there, too, apart from those that take out one item.
 */
export function Group({
  children,
  footer = null,
  ...props
}: ControlProps & { children: ReactNode; footer?: ReactNode }) {
  const { attributes } = useControl(props);
  const { field, state, name } = props;
  const { id, "aria-describedby": describedBy } = attributes;
  const isSent = state.is !== "unset" && state.is !== "null";
  const canLeaveOut = isSent && !field.nullable;
  return (
    <fieldset id={id} aria-label={name} aria-describedby={describedBy} className="min-w-0">
      {canLeaveOut ? null : (
        <div className="flex items-center justify-end gap-1.5 pb-0.5">
          {isSent ? null : <NotSent field={field} state={state} />}
          {isSent ? null : footer}
          <FieldActions {...props} />
        </div>
      )}
      <div className="flex items-start gap-1.5">
        <div className="min-w-0 grow">{children}</div>
        {canLeaveOut && !footer ? <FieldActions {...props} /> : null}
      </div>
      {footer && isSent ? (
        <div className="flex items-center justify-between">
          {footer}
          {canLeaveOut ? <FieldActions {...props} /> : null}
        </div>
      ) : null}
    </fieldset>
  );
}
