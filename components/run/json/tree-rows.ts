import type { JsonNode } from "./json-node.ts";

/** A row of a tree on the screen. `path` tells it from every other, also from a member of the same name. */
export type TreeRow = {
  path: string;
  depth: number;
  name: string | null;
  named: "key" | "index";
  node: JsonNode;
  state: "open" | "closed" | "leaf";
  size: number;
};

const OPEN_DEPTH = 2;
const OPEN_SIZE = 100;

/** The rows of a tree of which the upper levels are open, but for the `toggled` ones, where it is the other way round. */
export function listRows(root: JsonNode, toggled: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (node: JsonNode, place: Pick<TreeRow, "path" | "depth" | "name" | "named">): void => {
    const children = childrenOf(node);
    const size = children.length;
    const openAtFirst = place.depth === 0 || (place.depth < OPEN_DEPTH && size <= OPEN_SIZE);
    const state = size === 0 ? "leaf" : openAtFirst === toggled.has(place.path) ? "closed" : "open";
    rows.push({ ...place, node, state, size });
    if (state !== "open") return;
    for (const [index, { name, named, value }] of children.entries()) {
      add(value, { path: `${place.path}.${index}`, depth: place.depth + 1, name, named });
    }
  };
  add(root, { path: "", depth: 0, name: null, named: "key" });
  return rows;
}

function childrenOf(node: JsonNode): { name: string; named: "key" | "index"; value: JsonNode }[] {
  if (node.kind === "array") return node.items.map((value, index) => ({ name: String(index), named: "index", value }));
  if (node.kind === "object") return node.entries.map(({ key, value }) => ({ name: key, named: "key", value }));
  return [];
}
