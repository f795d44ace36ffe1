"use client";

import { useEffect, useState } from "react";

/** Text that a reload does not lose, kept in this tab under a key. */
export function useDraft(key: string): [text: string, write: (text: string) => void] {
  const place = `toolroom.draft.${key}`;
  const [text, setText] = useState("");
  useEffect(() => setText(sessionStorage.getItem(place) ?? ""), [place]);
  return [
    text,
    (next) => {
      setText(next);
      if (next === "") sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, next);
    },
  ];
}
