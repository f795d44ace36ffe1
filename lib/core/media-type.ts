/** Media types by ending: what previews know, and what a download should be called. */
const MEDIA_TYPES: Record<string, string> = {
  avif: "image/avif",
  csv: "text/csv; charset=utf-8",
  gif: "image/gif",
  htm: "text/html; charset=utf-8",
  html: "text/html; charset=utf-8",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  jsonl: "application/jsonl; charset=utf-8",
  log: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
  pdf: "application/pdf",
  png: "image/png",
  py: "text/x-python; charset=utf-8",
  svg: "image/svg+xml",
  ts: "text/plain; charset=utf-8",
  tsv: "text/tab-separated-values; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "text/xml; charset=utf-8",
  yaml: "text/yaml; charset=utf-8",
  yml: "text/yaml; charset=utf-8",
  zip: "application/zip",
};

/** The media type of a file by its name's ending; `application/octet-stream` for one that is not known. */
export function mediaTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return (Object.hasOwn(MEDIA_TYPES, ending) ? MEDIA_TYPES[ending] : undefined) ?? "application/octet-stream";
}
