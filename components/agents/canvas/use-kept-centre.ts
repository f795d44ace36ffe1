"use client";
import { useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useRef } from "react";

/** Keeps what stands in the middle of the canvas there when it becomes wider or narrower, as beside a panel that opens. */
export function useKeptCentre(): void {
  const width = useStore((state) => state.width);
  const { getViewport, setViewport } = useReactFlow();
  const known = useRef(width);
  useEffect(() => {
    const by = known.current === 0 ? 0 : width - known.current;
    known.current = width;
    if (by === 0) return;
    const { x, ...rest } = getViewport();
    void setViewport({ ...rest, x: x + by / 2 });
  }, [width, getViewport, setViewport]);
}
