"use client";
import { createContext, type ReactNode, useContext } from "react";

/** A labelled control: label above, then the control, then a hint or the error. The control inside takes its id and its descriptions from here. */
export function Field({ label, hint, error, htmlFor, children }: FieldProps) {
  const hintId = hint ? `${htmlFor}-hint` : undefined;
  const errorId = error ? `${htmlFor}-error` : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={htmlFor} className="font-medium">
        {label}
      </label>
      <FieldContext
        value={{ id: htmlFor, describedBy: [errorId, hintId].filter(Boolean).join(" "), invalid: Boolean(error) }}
      >
        {children}
      </FieldContext>
      {error ? (
        <p id={errorId} role="alert" className="text-12 text-danger-text">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-12 text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

type FieldProps = { label: ReactNode; hint?: ReactNode; error?: ReactNode; htmlFor: string; children: ReactNode };

type FieldState = { id: string; describedBy: string; invalid: boolean };

const FieldContext = createContext<FieldState | null>(null);

/** The attributes that tie a control to the `Field` around it; empty outside one. */
export function useFieldAttributes(): { id?: string; "aria-describedby"?: string; "aria-invalid"?: true } {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.describedBy ? { "aria-describedby": field.describedBy } : {}),
    ...(field.invalid ? { "aria-invalid": true as const } : {}),
  };
}
