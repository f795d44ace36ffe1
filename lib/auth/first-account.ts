import "server-only";
import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import { env } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";

export const FirstAccount = z.object({
  token: z.string().max(200),
  name: z.string().trim().min(1).max(80),
  email: z.string().trim().toLowerCase().pipe(z.email()),
  password: z.string().min(8).max(128),
  teamName: z.string().trim().min(1).max(80),
});
export type FirstAccount = z.infer<typeof FirstAccount>;

/** Whether anybody can sign in. */
export async function hasAccounts(): Promise<boolean> {
  return (await db().user.findFirst({ select: { id: true } })) !== null;
}

/** The token that lets the first account be made, from its file (mode 0600), which is made if need be; null once there is an account. */
export async function ensureFirstAccountToken(): Promise<string | null> {
  if (await hasAccounts()) {
    await rm(tokenFile(), { force: true });
    return null;
  }
  return (await readToken()) ?? (await createToken());
}

/** Whether this is the token in the file; takes the same time for each that is not. */
export async function isFirstAccountToken(token: string): Promise<boolean> {
  const expected = await readToken();
  if (expected === null) return false;
  return timingSafeEqual(digest(token), digest(expected));
}

/**
 * Makes the first user, the team and its owner, all or nothing, and closes sign-up; of two at once one wins.
 * Throws `forbidden` for a wrong token and `conflict` when there is an account already.
 */
export async function createFirstAccount(input: FirstAccount): Promise<{ teamId: string }> {
  const mayCreate = await isFirstAccountToken(input.token);
  if (await hasAccounts()) throw closed();
  if (!mayCreate) {
    throw new AppError("forbidden", "This link is not the one that the server printed when it started; open that one.");
  }
  const password = await hashPassword(input.password);
  const userId = randomUUID();
  const teamId = createId("team");
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('toolroom first account'))`;
    if (await tx.user.findFirst({ select: { id: true } })) throw closed();
    await tx.user.create({ data: { id: userId, name: input.name, email: input.email } });
    await tx.account.create({
      data: { id: randomUUID(), accountId: userId, providerId: "credential", userId, password },
    });
    await tx.team.create({ data: { id: teamId, name: input.teamName } });
    await tx.member.create({ data: { id: createId("member"), teamId, userId, role: "owner" } });
  });
  await rm(tokenFile(), { force: true });
  return { teamId };
}

function closed(): AppError {
  return new AppError("conflict", "This studio has its first account already; sign in, or ask its owner for one.");
}

function tokenFile(): string {
  return path.join(env().data, "first-account-token");
}

async function readToken(): Promise<string | null> {
  try {
    return (await readFile(tokenFile(), "utf8")).trim() || null;
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Written aside and linked into place, so that two servers that start at once print the same token. */
async function createToken(): Promise<string> {
  await mkdir(env().data, { recursive: true, mode: 0o700 });
  const draft = `${tokenFile()}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  try {
    await link(draft, tokenFile());
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    // The other server was first: its token is the token.
  } finally {
    await rm(draft);
  }
  return (await readFile(tokenFile(), "utf8")).trim();
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
