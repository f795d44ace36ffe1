"use client";
import { useEditing, useFileEditing } from "../editing.tsx";
import { type PartPlace, withoutPart, withPartMember } from "../graph/parts.ts";

/** A part of the agent around this while it is edited, with its place in the agent as what its fields' places begin with. */
export function usePart({ kind, index }: PartPlace) {
  const { at, form, change } = useEditing();
  const { select } = useFileEditing();
  const part: Record<string, unknown> = form[kind][index] ?? {};
  const close = () => select({ kind: "agent", at });
  return {
    part,
    path: `${kind}.${index}`,
    set: (name: string, value: unknown) => change(withPartMember(form, { kind, index }, [name, value])),
    remove() {
      change(withoutPart(form, { kind, index }));
      close();
    },
    close,
  };
}
