import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { parseCookies } from "better-auth/cookies";
import { nextCookies } from "better-auth/next-js";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";
import { deriveKey } from "#lib/secrets/key.ts";
import { servedOrigins } from "./origin.ts";
import type { Role } from "./schema.ts";
import { SESSION_SECONDS, sessionCookie } from "./session-cookie.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Who acts, in which team: every read and write of a team's things begins with one. */
export type Member = {
  id: string;
  teamId: string;
  teamName: string;
  userId: string;
  role: Role;
  name: string;
  email: string;
};

/** The sign-in machinery of this process. It makes no account: `createFirstAccount` does. */
export function sessions() {
  return singleton("sessions", makeSessions);
}

/**
 * The member whose session cookie the headers carry, or null. One statement, since everything that anybody does begins with it;
 * a session that is over, or to be extended, which is once a day, is the library's.
 */
export async function findMember(headers: Headers): Promise<Member | null> {
  const token = tokenOf(headers);
  if (token === null) return null;
  const [found] = await db().$queryRaw<(Member & { expiresAt: Date })[]>`
    SELECT member.id, member."teamId", team.name AS "teamName", member."userId", member.role::text AS role,
      "user".name, "user".email, session."expiresAt"
    FROM "Session" session JOIN "User" "user" ON "user".id = session."userId"
      JOIN "Member" member ON member."userId" = "user".id JOIN "Team" team ON team.id = member."teamId"
    WHERE session.token = ${token} ORDER BY member."createdAt" LIMIT 1`;
  if (!found) return null;
  const { expiresAt, ...member } = found;
  if (expiresAt.getTime() - Date.now() > (SESSION_SECONDS - DAY_SECONDS) * 1000) return member;
  return (await sessions().api.getSession({ headers })) && member;
}

/** The token in a session cookie that this studio has signed. */
function tokenOf(headers: Headers): string | null {
  const value = parseCookies(headers.get("cookie") ?? "").get(sessionCookie().name) ?? "";
  const [, token = "", signature = ""] = /^(.+)\.([^.]+)$/s.exec(value) ?? [];
  const own = createHmac("sha256", signingSecret()).update(token).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === own.length && timingSafeEqual(given, own) ? token : null;
}

function signingSecret(): string {
  return deriveKey("sessions").toString("base64");
}

function makeSessions() {
  const { prefix, secure } = sessionCookie();
  return betterAuth({
    appName: "Toolroom",
    baseURL: servedOrigins()[0] ?? "",
    basePath: "/api/auth",
    trustedOrigins: servedOrigins(),
    secret: signingSecret(),
    database: prismaAdapter(db(), { provider: "postgresql" }),
    emailAndPassword: { enabled: true, disableSignUp: true },
    session: { expiresIn: SESSION_SECONDS, updateAge: DAY_SECONDS },
    // Attempts are counted by `signIn`, per account: an address can be forged, and a studio is often behind one.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: { cookiePrefix: prefix, useSecureCookies: secure },
    logger: { level: "error", log: (_, message) => log.error("sign-in failed unexpectedly", { reason: message }) },
    plugins: [nextCookies()],
  });
}
