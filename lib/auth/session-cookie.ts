import "server-only";
import { env } from "#lib/core/env.ts";

export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** The session's cookie. Its name holds the port, since cookies do not: two studios on one machine do not sign each other out. */
export function sessionCookie(): { name: string; prefix: string; secure: boolean } {
  const { PORT, TOOLROOM_ORIGIN } = env();
  const secure = TOOLROOM_ORIGIN?.startsWith("https:") ?? false;
  const prefix = `toolroom-${PORT}`;
  return { name: `${secure ? "__Secure-" : ""}${prefix}.session_token`, prefix, secure };
}
