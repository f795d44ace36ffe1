"use client";
import { type ComponentType, createContext, useContext, useSyncExternalStore } from "react";
import type { ControlProps } from "./control.ts";
import type { Audience } from "./field.ts";
import type { Issue } from "./issue.ts";
import type { FieldState } from "./state.ts";

/** What every row of one form shares; it does not change while a person types, so rows are drawn again only for themselves. */
export type FormContextValue = {
  root: unknown;
  audience: Audience;
  /** Pointers of secrets that are stored and never come back to the browser. */
  stored: ReadonlySet<string>;
  idPrefix: string;
  disabled: boolean;
  problems: Problems;
  edit: Edit;
  /** Draws any field; the controls that hold others find it here. */
  Control: ComponentType<ControlProps>;
  /** The person left the field: from now on it says what is wrong with it. */
  touch: (path: string) => void;
};

/** Changes the field at a pointer. */
export type Edit = (path: string, change: (state: FieldState) => FieldState) => void;

/** The issues to show, by pointer; a row listens to its own. */
type Problems = {
  get: (path: string) => Issue | undefined;
  publish: (issues: ReadonlyMap<string, Issue>) => void;
  subscribe: (listener: () => void) => () => void;
};

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const form = useContext(FormContext);
  if (!form) throw new Error("A form control was drawn outside a SchemaForm.");
  return form;
}

/** The issue to show at one field. */
export function useProblem(path: string): Issue | undefined {
  const { problems } = useForm();
  const get = () => problems.get(path);
  return useSyncExternalStore(problems.subscribe, get, get);
}

export function createProblems(): Problems {
  let shown: ReadonlyMap<string, Issue> = new Map();
  const listeners = new Set<() => void>();
  return {
    get: (path) => shown.get(path),
    publish(issues) {
      shown = issues;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The element id of the field at a pointer. */
export function fieldId(idPrefix: string, path: string): string {
  return `${idPrefix}${encodeURIComponent(path || "/")}`;
}

/** Brings the keyboard to the field at a pointer, or to the nearest one above it that is drawn. */
export function focusField(idPrefix: string, path: string): void {
  const element = document.getElementById(fieldId(idPrefix, path));
  if (!element) {
    if (path !== "") focusField(idPrefix, path.slice(0, path.lastIndexOf("/")));
    return;
  }
  const target = element.matches(FOCUSABLE) ? element : (element.querySelector<HTMLElement>(FOCUSABLE) ?? element);
  target.focus();
  target.scrollIntoView?.({ block: "nearest" });
}

const FOCUSABLE = "input:not([type=hidden]), textarea, select, button, [tabindex='0']";
