"use client";
import { useEffect, useEffectEvent } from "react";
import { areSingleKeysOn } from "./single-keys.ts";

/**
 * Runs on a chord such as "mod+k", "?", "n" or "ArrowDown", anywhere on the page, unless a dialog or a menu is open.
 * A plain key is left alone while the reader types and when single keys are off, but for Escape, which types nothing.
 */
export function useShortcut(chord: string, run: (event: KeyboardEvent) => void): void {
  const withModifier = chord.startsWith("mod+");
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isChord(event, chord)) return;
    if (chord !== PALETTE && isCovered()) return;
    if (!withModifier && chord !== "Escape" && (isTyping(event.target) || !areSingleKeysOn())) return;
    event.preventDefault();
    event.stopPropagation();
    run(event);
  });
  useEffect(() => {
    // A chord comes before the control that has the keyboard: a radio button would swallow its Enter, an editor its K.
    document.addEventListener("keydown", onKeyDown, withModifier);
    return () => document.removeEventListener("keydown", onKeyDown, withModifier);
  }, [withModifier]);
}

/** Closes the palette as well, which covers the page. */
const PALETTE = "mod+k";

/** Whether the event is the chord; a letter counts by its place on the keyboard when the layout gives another script. */
export function isChord(event: KeyboardEvent, chord: string): boolean {
  const parts = chord.split("+");
  const key = parts.at(-1) ?? "";
  if ((event.ctrlKey || event.metaKey) !== parts.includes("mod") || event.altKey) return false;
  if (key.length > 1 || !/[a-z]/i.test(key)) return event.key === key;
  if (event.shiftKey !== parts.includes("shift")) return false;
  return /^[a-z]$/i.test(event.key)
    ? event.key.toLowerCase() === key.toLowerCase()
    : event.code === `Key${key.toUpperCase()}`;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable], [role=radiogroup], [role=tablist]") !== null
  );
}

function isCovered(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}
