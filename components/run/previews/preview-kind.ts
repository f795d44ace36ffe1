export type PreviewKind = "text" | "markdown" | "json" | "csv" | "image" | "pdf" | "html" | "none";

/** How a file can be looked at, by its media type and, where that says nothing, by the end of its name. */
export function previewKind({ name, mediaType }: { name: string; mediaType: string }): PreviewKind {
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  const byName = kindByName(name);
  // A server calls most files plain text; their names know better.
  if (type.startsWith("text/") && !(type in BY_TYPE)) return byName === "none" ? "text" : byName;
  return BY_TYPE[type] ?? kindByFamily(type) ?? byName;
}

const BY_TYPE: Record<string, PreviewKind> = {
  "text/html": "html",
  "application/xhtml+xml": "html",
  "text/markdown": "markdown",
  "text/csv": "csv",
  "text/tab-separated-values": "csv",
  "application/json": "json",
  "application/pdf": "pdf",
  "image/png": "image",
  "image/jpeg": "image",
  "image/gif": "image",
  "image/webp": "image",
  "image/avif": "image",
  "image/svg+xml": "image",
};

const BY_ENDING: Record<string, PreviewKind> = {
  md: "markdown",
  markdown: "markdown",
  csv: "csv",
  tsv: "csv",
  json: "json",
  geojson: "json",
  ipynb: "json",
};

const TEXT_ENDINGS =
  /\.(txt|log|jsonl|ndjson|ya?ml|toml|ini|cfg|conf|env|xml|sql|py|[cm]?[jt]sx?|sh|css|rs|go|java|c|h|cpp|r|tex|rst|diff|patch|srt|vtt)$/i;

function kindByFamily(type: string): PreviewKind | null {
  if (type.endsWith("+json")) return "json";
  if (type === "application/xml" || type.endsWith("+xml")) return "text";
  return null;
}

function kindByName(name: string): PreviewKind {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return BY_ENDING[ending] ?? (TEXT_ENDINGS.test(name) ? "text" : "none");
}
