/** Writes a part of the page's address, so that a reload or a link shows the same; null takes it out. Nothing is loaded. */
export function setInAddress(part: "run" | "tab", value: string | null): void {
  const url = new URL(window.location.href);
  if (value === null) url.searchParams.delete(part);
  else url.searchParams.set(part, value);
  // No state of our own: given the router's, the router would not hear of the address and undo it at its next refresh.
  window.history.replaceState(null, "", url);
}
