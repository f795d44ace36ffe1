type PathProblem = "empty" | "outside" | "taken";

/** Why no file can have this path; null when one can. Paths that differ in case only would be one file on some disks. */
export function pathProblem(path: string, others: readonly string[]): PathProblem | null {
  const parts = path.split("/");
  if (path === "" || path.endsWith("/")) return "empty";
  if (path.startsWith("/") || path.includes("\\") || parts.some((part) => part === "" || part === "." || part === ".."))
    return "outside";
  return others.some((other) => other.toLowerCase() === path.toLowerCase()) ? "taken" : null;
}

/** The language that the editor colours a file in. */
export function editorLanguage(path: string): string {
  return LANGUAGES[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "plaintext";
}

const LANGUAGES: Record<string, string> = {
  py: "python",
  ts: "typescript",
  tsx: "typescript",
  js: "javascript",
  mjs: "javascript",
  json: "json",
  md: "markdown",
  yaml: "yaml",
  yml: "yaml",
  html: "html",
  css: "css",
  sql: "sql",
  sh: "shell",
  toml: "ini",
  ini: "ini",
};

export type PathNode<T> = { name: string; path: string; entry: T | null; children: PathNode<T>[] };

/** Paths as a tree of folders; folders first, then files, each by name. */
export function toPathTree<T extends { path: string }>(entries: readonly T[]): PathNode<T>[] {
  const top: PathNode<T>[] = [];
  for (const entry of entries) {
    let level = top;
    const parts = entry.path.split("/");
    for (const [depth, name] of parts.entries()) {
      const path = parts.slice(0, depth + 1).join("/");
      const node = level.find((other) => other.path === path) ?? { name, path, entry: null, children: [] };
      if (!level.includes(node)) level.push(node);
      if (depth === parts.length - 1) node.entry = entry;
      level = node.children;
    }
  }
  return sortTree(top);
}

function sortTree<T>(nodes: PathNode<T>[]): PathNode<T>[] {
  const kind = (node: PathNode<T>) => (node.children.length > 0 ? 0 : 1);
  return nodes
    .map((node) => ({ ...node, children: sortTree(node.children) }))
    .sort((a, b) => kind(a) - kind(b) || a.name.localeCompare(b.name));
}
