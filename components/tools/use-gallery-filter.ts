"use client";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { GalleryFilter, NO_FILTER } from "./gallery-filter.ts";

/** The gallery's filter, begun from the page's address and written back to it, so that a link or "back" shows the same list. */
export function useGalleryFilter(): [GalleryFilter, (change: Partial<GalleryFilter>) => void] {
  const parameters = useSearchParams();
  const [filter, setFilter] = useState(() => GalleryFilter.parse(Object.fromEntries(parameters ?? [])));
  const change = (part: Partial<GalleryFilter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    const said = Object.entries(next).filter(([key, value]) => value !== NO_FILTER[key as keyof GalleryFilter]);
    window.history.replaceState(null, "", said.length > 0 ? `?${new URLSearchParams(said)}` : window.location.pathname);
  };
  return [filter, change];
}
