import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { GET, POST } from "#app/api/auth/[...path]/route.ts";
import { createFirstAccount, ensureFirstAccountToken } from "#lib/auth/first-account.ts";
import { route } from "#lib/auth/guard.ts";
import { findMember } from "#lib/auth/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { db } from "#lib/db/client.ts";
import { withDatabase } from "#tests/support/database.ts";
import { cookieOf, ORIGIN, pageHeaders } from "./request.ts";

const credentials = { email: "kim@example.test", password: "correct horse" };
const echo = route(
  { permission: "configuration:write", body: z.object({ a: z.number() }), params: z.object({ id: z.string() }) },
  async ({ member, body, params }) => Response.json({ email: member.email, a: body.a, id: params.id }),
);
let cookie = "";

withDatabase();

beforeAll(async () => {
  const token = (await ensureFirstAccountToken()) ?? "";
  await createFirstAccount({ ...credentials, token, name: "Kim", teamName: "Team" });
});
beforeEach(async () => {
  cookie = cookieOf(await post("sign-in/email", credentials));
});

describe("signing in", () => {
  it("sets a cookie that scripts cannot read and other sites do not send, and only that", async () => {
    const response = await post("sign-in/email", { ...credentials, email: " KIM@example.test" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    const [set = ""] = response.headers.getSetCookie();
    expect(set).toMatch(/^toolroom-3000\.session_token=/);
    expect(set).toContain("HttpOnly");
    expect(set).toMatch(/SameSite=Lax/i);
    expect(set).toContain("Max-Age=2592000");
  });

  it("says the same for a wrong password and an unknown address", async () => {
    const wrong = await post("sign-in/email", { ...credentials, password: "wrong horse" });
    const unknown = await post("sign-in/email", { ...credentials, email: "nobody@example.test" });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.json()).toEqual(await unknown.json());
  });

  it("is slowed down after ten failures", async () => {
    const attempt = () => post("sign-in/email", { email: "guessed@example.test", password: "guess" });
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await attempt()).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await post("sign-in/email", credentials)).status).toBe(204);
  });

  it("ends with signing out, for that cookie too", async () => {
    expect(await findMember(pageHeaders({ cookie }))).toMatchObject({ name: "Kim", teamName: "Team", role: "owner" });
    const response = await POST(
      new Request(`${ORIGIN}/api/auth/sign-out`, { method: "POST", headers: pageHeaders({ cookie }) }),
    );
    expect(response.status).toBe(204);
    expect(await findMember(pageHeaders({ cookie }))).toBeNull();
  });

  it("ends at its time, and is extended once a day while it is used", async () => {
    const day = 24 * 60 * 60 * 1000;
    await db().session.updateMany({ data: { expiresAt: new Date(Date.now() + 3 * day) } });
    expect(await findMember(pageHeaders({ cookie }))).toMatchObject({ name: "Kim" });
    const extended = await db().session.findMany({ where: { expiresAt: { gt: new Date(Date.now() + 29 * day) } } });
    expect(extended).toHaveLength(1);
    await db().session.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
    expect(await findMember(pageHeaders({ cookie }))).toBeNull();
  });

  it("takes no cookie that it did not sign, though its token is in the database", async () => {
    const name = "toolroom-3000.session_token";
    const value = decodeURIComponent(cookie.slice(name.length + 1));
    const token = value.slice(0, value.lastIndexOf("."));
    const mirrored = [...value.slice(token.length + 1)].reverse().join("");
    for (const forged of [token, `${token}.`, `${token}.${mirrored}`, `${token}x${value.slice(token.length)}`]) {
      expect(await findMember(pageHeaders({ cookie: `${name}=${encodeURIComponent(forged)}` }))).toBeNull();
    }
    expect(await findMember(pageHeaders({ cookie: `other=1; ${cookie}` }))).toMatchObject({ name: "Kim" });
  });

  it("has no other way in", async () => {
    for (const path of ["sign-up/email", "change-email", "reset-password", "update-user", "delete-user"]) {
      expect((await post(path, { ...credentials, name: "x" })).status).toBe(404);
    }
    const session = new Request(`${ORIGIN}/api/auth/get-session`, {
      headers: pageHeaders({ cookie: "toolroom-3000.session_token=forged.sig" }),
    });
    expect(await (await GET(session)).json()).toEqual({ member: null });
  });
});

describe("route", () => {
  it("gives the handler a member and its parts, checked", async () => {
    const response = await send({ a: 1 }, { cookie });
    expect(await response.json()).toEqual({ email: "kim@example.test", a: 1, id: "x" });
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("names the path of what it cannot use", async () => {
    const response = await send({ a: "1" }, { cookie });
    expect([response.status, (await response.json()).error]).toEqual([
      400,
      { code: "invalid_input", message: "body.a is not usable: Invalid input: expected number, received string." },
    ]);
  });

  it("refuses whoever is not signed in, and whose role is too small, before it reads the body", async () => {
    expect((await send("not read", {})).status).toBe(401);
    await db().member.updateMany({ data: { role: "member" } });
    expect((await send("not read", { cookie })).status).toBe(403);
    await db().member.updateMany({ data: { role: "owner" } });
  });

  it("refuses every act that does not come from its own page, whoever is signed in", async () => {
    const host = new URL(ORIGIN).host;
    const heads: Record<string, string>[] = [
      { host },
      { host, origin: "http://evil.test" },
      { host, origin: "null" },
      { host: "rebound.test:3000", origin: "http://rebound.test:3000" },
      { host, "sec-fetch-site": "cross-site" },
    ];
    for (const head of heads) {
      const request = new Request(ORIGIN, {
        method: "POST",
        headers: { ...head, cookie, "content-type": "application/json" },
        body: '{"a":1}',
      });
      expect((await echo(request, { params: Promise.resolve({ id: "x" }) })).status).toBe(403);
    }
  });

  it("hides what it did not expect behind a number", async () => {
    const broken = route({ permission: "tool:read" }, async () => {
      throw new Error("CANARY in a stack");
    });
    const response = await broken(new Request(ORIGIN, { headers: pageHeaders({ cookie }) }), {
      params: Promise.resolve({}),
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toMatch(/its log says more under [0-9a-f]{8}/);
  });

  it("answers an expected failure with its status and sentence", async () => {
    const missing = route({ permission: "tool:read" }, async () => {
      throw new AppError("not_found", "There is no such tool in this team.");
    });
    const response = await missing(new Request(ORIGIN, { headers: pageHeaders({ cookie }) }), {
      params: Promise.resolve({}),
    });
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { code: "not_found", message: "There is no such tool in this team." } },
    ]);
  });
});

function post(path: string, body: unknown): Promise<Response> {
  const headers = pageHeaders({ "content-type": "application/json" });
  return POST(new Request(`${ORIGIN}/api/auth/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

function send(body: unknown, head: Record<string, string>): Promise<Response> {
  const headers = pageHeaders({ "content-type": "application/json", ...head });
  const request = new Request(ORIGIN, { method: "POST", headers, body: JSON.stringify(body) });
  return echo(request, { params: Promise.resolve({ id: "x" }) });
}
