import "server-only";
import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
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

/** The member whose session cookie the headers carry, or null. */
export async function findMember(headers: Headers): Promise<Member | null> {
  if (!headers.get("cookie")?.includes(sessionCookie().name)) return null;
  const session = await sessions().api.getSession({ headers });
  if (!session) return null;
  const row = await db().member.findFirst({
    where: { userId: session.user.id },
    orderBy: { createdAt: "asc" },
    include: { team: true, user: true },
  });
  if (!row) return null;
  const { id, teamId, userId, role, team, user } = row;
  return { id, teamId, teamName: team.name, userId, role, name: user.name, email: user.email };
}

function makeSessions() {
  const { prefix, secure } = sessionCookie();
  return betterAuth({
    appName: "Toolroom",
    baseURL: servedOrigins()[0] ?? "",
    basePath: "/api/auth",
    trustedOrigins: servedOrigins(),
    secret: deriveKey("sessions").toString("base64"),
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
