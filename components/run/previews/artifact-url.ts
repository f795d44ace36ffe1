/** The address of the folder that holds a run's artifacts. */
export function runFolder(runId: string): string {
  return `/api/runs/${encodeURIComponent(runId)}/artifacts`;
}

/** The address of the folder that holds the files of a session. */
export function sessionFolder(sessionId: string): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}/files`;
}

/**
 * Where the content of an artifact is: for a look at it (only its first `limit` bytes, if given), or to keep it.
 * Null for a name that a browser would take for another place.
 */
export function artifactUrl(
  { folder, name }: { folder: string; name: string },
  use: { as: "preview"; limit?: number } | { as: "download" },
): string | null {
  const segments = name.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return null;
  const path = `${folder}/${segments.map(encodeSegment).join("/")}`;
  if (use.as === "download") return `${path}?download=1`;
  return use.limit === undefined ? path : `${path}?limit=${use.limit}`;
}

/** A name that is no well-formed Unicode has no address; its broken letters are replaced. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed());
}
