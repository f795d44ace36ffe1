/**
 * Where the content of a run's artifact is: for a look at it (only its first `limit` bytes, if given), or to keep it.
 * Null for a name that a browser would take for another place.
 */
export function artifactUrl(
  { runId, name }: { runId: string; name: string },
  use: { as: "preview"; limit?: number } | { as: "download" },
): string | null {
  const segments = name.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return null;
  const path = `/api/runs/${encodeURIComponent(runId)}/artifacts/${segments.map(encodeSegment).join("/")}`;
  if (use.as === "download") return `${path}?download=1`;
  return use.limit === undefined ? path : `${path}?limit=${use.limit}`;
}

/** A name that is no well-formed Unicode has no address; its broken letters are replaced. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed());
}
