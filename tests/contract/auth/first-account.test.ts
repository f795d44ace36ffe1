import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  createFirstAccount,
  ensureFirstAccountToken,
  hasAccounts,
  isFirstAccountToken,
} from "#lib/auth/first-account.ts";
import { env } from "#lib/core/env.ts";
import { db } from "#lib/db/client.ts";
import { withDatabase } from "#tests/support/database.ts";

withDatabase();

describe("the first account", () => {
  it("needs the token in its file, which only the owner of the studio may read", async () => {
    const tokens = await Promise.all([ensureFirstAccountToken(), ensureFirstAccountToken(), ensureFirstAccountToken()]);
    expect(new Set(tokens).size).toBe(1);
    const file = path.join(env().data, "first-account-token");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8").trim()).toBe(tokens[0]);
    expect(tokens[0]).toMatch(/^[\w-]{43}$/);
    expect(await isFirstAccountToken(tokens[0] ?? "")).toBe(true);
    for (const token of ["", "x", `${tokens[0]}x`]) {
      expect(await isFirstAccountToken(token)).toBe(false);
      await expect(createFirstAccount(account("kim", token))).rejects.toMatchObject({ code: "forbidden" });
    }
    expect(await hasAccounts()).toBe(false);
  });

  it("is made once, whole, by one of many at once; then sign-up is closed", async () => {
    const token = (await ensureFirstAccountToken()) ?? "";
    const attempts = ["kim", "lee", "park", "choi"].map((name) => createFirstAccount(account(name, token)));
    const settled = await Promise.allSettled(attempts);
    const refused = settled.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) expect(reason.code).toBe("conflict");
    const members = await db().member.findMany({ include: { team: true, user: { include: { accounts: true } } } });
    expect(members).toMatchObject([
      { role: "owner", team: { name: "우리 팀" }, user: { accounts: [{ providerId: "credential" }] } },
    ]);
    expect([await db().user.count(), await db().team.count(), await db().account.count()]).toEqual([1, 1, 1]);
    expect(members[0]?.user.accounts[0]?.password).not.toContain("correct horse");
    expect(existsSync(path.join(env().data, "first-account-token"))).toBe(false);
    expect(await ensureFirstAccountToken()).toBeNull();
    await expect(createFirstAccount(account("late", token))).rejects.toMatchObject({ code: "conflict" });
  });
});

function account(name: string, token: string) {
  return { token, name, email: `${name}@example.test`, password: "correct horse", teamName: "우리 팀" };
}
