"use client";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { useToast } from "#components/ui/toast.tsx";

/**
 * Keeps what is not saved yet, by the id of what it belongs to. It outlives the page, so that nothing is lost or shown elsewhere, and
 * the window asks before it closes while any draft has edits.
 */
export function createDraftStore<Draft>(isDirty: (draft: Draft) => boolean) {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
  return {
    find: (id: string): Draft | undefined => drafts.get(id),
    keep(id: string, draft: Draft): void {
      drafts.set(id, draft);
      if ([...drafts.values()].some(isDirty)) window.addEventListener("beforeunload", askBeforeLeaving);
      else window.removeEventListener("beforeunload", askBeforeLeaving);
      for (const listener of listeners) listener();
    },
    useStored: (id: string): Draft | undefined =>
      useSyncExternalStore(
        subscribe,
        () => drafts.get(id),
        () => undefined,
      ),
  };
}

/** Who leaves a page with edits hears that they are kept, and are not what runs. */
export function useKeptEditsMessage(dirty: boolean, message: { title: string; description: string }): void {
  const say = useToast();
  const onLeave = useEffectEvent(() => {
    if (dirty) say({ tone: "ok", ...message });
  });
  useEffect(() => () => onLeave(), []);
}
