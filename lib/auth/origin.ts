import "server-only";
import { env } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";

/** Every origin at which browsers reach this studio; the first is the one to tell people. */
export function servedOrigins(): string[] {
  const { HOST, PORT, TOOLROOM_ORIGIN } = env();
  const named = ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"].includes(HOST) ? [] : [HOST];
  const local = ["localhost", "127.0.0.1", "[::1]", ...named].map((host) => new URL(`http://${host}:${PORT}`).origin);
  return TOOLROOM_ORIGIN === undefined ? local : [new URL(TOOLROOM_ORIGIN).origin, ...local];
}

/** Throws `forbidden` for a Host that is not this studio's: that is how a name that was rebound to 127.0.0.1 arrives. */
export function checkHost(headers: Headers): void {
  const host = headers.get("host") ?? "";
  if (servedOrigins().some((origin) => new URL(origin).host === host.toLowerCase())) return;
  const advice = `Open ${servedOrigins()[0]}, or set TOOLROOM_ORIGIN to the address that people use`;
  throw new AppError("forbidden", `The studio is not served at "${host}". ${advice}.`);
}

/**
 * Throws `forbidden` unless an act comes from the studio's own page, or from a program that names the studio as its
 * Origin. What a page elsewhere makes a browser send has another Origin, and what has none may come from anywhere.
 */
export function checkOrigin(headers: Headers): void {
  checkHost(headers);
  const origin = headers.get("origin");
  if (origin === null && headers.get("sec-fetch-site") === "same-origin") return;
  const { TOOLROOM_ORIGIN } = env();
  const host = headers.get("host")?.toLowerCase();
  const own = servedOrigins().find((served) => new URL(served).host === host) ?? "";
  // A proxy may put its own name for the studio into Host; the public one stays in Origin.
  if (origin === own || (TOOLROOM_ORIGIN !== undefined && origin === new URL(TOOLROOM_ORIGIN).origin)) return;
  const found = origin === null ? "says no Origin" : `comes from ${origin}`;
  throw new AppError(
    "forbidden",
    `The request ${found}, and only this studio's own pages may act; a program sends "Origin: ${own}".`,
  );
}
