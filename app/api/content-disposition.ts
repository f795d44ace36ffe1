/** The header that says whether a browser shows a file or keeps it, and under which name. */
export function contentDisposition(use: "inline" | "attachment", name: string): string {
  return `${use}; filename*=UTF-8''${encodeFileName(name)}`;
}

/** RFC 5987 takes fewer characters as they are than a URL does. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
