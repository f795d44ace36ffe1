"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

const Kept = createContext(new Map<string, unknown>());

/** Holds what `useKept` keeps below it. */
export function KeepState({ children }: { children: ReactNode }) {
  const [kept] = useState(() => new Map<string, unknown>());
  return <Kept value={kept}>{children}</Kept>;
}

/** State that outlives its component: a row that scrolled out of sight comes back as it was left. */
export function useKept<T>(key: string, initial: T): [T, (value: T) => void] {
  const kept = useContext(Kept);
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  return [
    value,
    (next) => {
      kept.set(key, next);
      setValue(next);
    },
  ];
}
