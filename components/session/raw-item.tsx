"use client";

import { useMemo } from "react";
import { parseJson } from "#components/run/json/json-node.ts";
import { JsonTree } from "#components/run/json/json-tree.tsx";
import type { Item } from "#lib/runs/answer-parts.ts";

/** An item as it came; what is very long in it, such as a picture in letters, is cut with its length told. */
export function RawItem({ item }: { item: Item }) {
  const root = useMemo(() => parseJson(JSON.stringify(item)), [item]);
  if (!root) return null;
  return (
    <div className="flex h-56 rounded-sm border border-line bg-sunken">
      <JsonTree label={item.type ?? "item"} root={root} />
    </div>
  );
}
