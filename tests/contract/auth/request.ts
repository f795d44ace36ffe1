export const ORIGIN = "http://127.0.0.1:3000";

/** The headers of a request by the studio's own page. */
export function pageHeaders(more: Record<string, string> = {}): Headers {
  return new Headers({ host: new URL(ORIGIN).host, origin: ORIGIN, ...more });
}

/** The cookies that a response set, as a browser sends them back. */
export function cookieOf(response: Response): string {
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return pairs.join("; ");
}
