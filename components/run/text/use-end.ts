import { type RefObject, type UIEvent, useLayoutEffect, useRef, useState } from "react";

const NEAR_END = 24;

/**
 * Whether the reader is at the end: going up by however little leaves it, coming close to it again returns. After `hold`
 * the next change of the length moves nothing: the reader caused it.
 */
export function useEnd(
  scroller: RefObject<HTMLElement | null>,
  { length, follow }: { length: number; follow: "end" | "nothing" },
) {
  const [atEnd, setAtEnd] = useState(true);
  const lastTop = useRef(0);
  const held = useRef(false);
  const lastLength = useRef(length);
  // At each drawing: what stands beside it takes room too.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (follow !== "end" || !element) return;
    const changed = length !== lastLength.current;
    lastLength.current = length;
    if (!held.current) {
      if (atEnd) element.scrollTop = element.scrollHeight;
    } else if (changed) {
      held.current = false;
      setAtEnd(leftBelow(element) <= 1);
    }
  });

  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    const left = leftBelow(currentTarget);
    const wentUp = currentTarget.scrollTop < lastTop.current;
    lastTop.current = currentTarget.scrollTop;
    if (left <= 1 || (left < NEAR_END && !wentUp)) setAtEnd(true);
    // A text that grew under a reader at the end is followed; only going up leaves it.
    else if (wentUp) setAtEnd(false);
  }

  function hold() {
    held.current = true;
  }

  return { atEnd, toEnd: () => setAtEnd(true), onScroll, hold };
}

function leftBelow({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}
