"use client";
import { createContext, type ReactNode, useContext } from "react";
import { cn } from "./class-names.ts";

/**
 * A labelled control: label above or beside, then the control, then a hint or the error. The control inside takes its id and its
 * descriptions from here.
 */
export function Field({ label, hint, error, htmlFor, labelAt = "above", children }: FieldProps) {
  const hintId = hint ? `${htmlFor}-hint` : undefined;
  const errorId = error ? `${htmlFor}-error` : undefined;
  return (
    <div
      className={cn(
        "min-w-0",
        labelAt === "above"
          ? "flex flex-col gap-1"
          : "grid grid-cols-[128px_minmax(0,1fr)] gap-x-3 gap-y-1 [&>:not(label)]:col-start-2",
      )}
    >
      <label htmlFor={htmlFor} className={cn("font-medium", labelAt === "beside" && "pt-1 leading-5")}>
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

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  htmlFor: string;
  labelAt?: "above" | "beside";
  children: ReactNode;
};

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
