/** Where a session can be had as a file. */
export function exportUrl(sessionId: string, format: "markdown" | "json" | "rehearsal"): string {
  return `/api/sessions/${encodeURIComponent(sessionId)}/export?format=${format}`;
}
