"use client";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { isChord } from "#components/ui/use-shortcut.ts";
import type { FileEditing } from "./editing.tsx";

/** Undoes and does again by keyboard, before a control inside `root` takes the key for a history of its own. */
export function useUndoKeys(root: RefObject<HTMLElement | null>, { undo, redo }: Pick<FileEditing, "undo" | "redo">) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const step = isChord(event, "mod+z") ? undo : REDO.some((chord) => isChord(event, chord)) ? redo : undefined;
    const isHere = event.target === document.body || root.current?.contains(event.target as Node);
    if (step === undefined || !isHere) return;
    event.preventDefault();
    event.stopPropagation();
    step?.();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

const REDO = ["mod+shift+z", "mod+y"];
