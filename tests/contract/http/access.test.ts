import { beforeAll, expect, test } from "vitest";
import { type Caller, OWNER, signInOwner, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";

const studio = withStudio();
let owner: Caller;
beforeAll(async () => {
  owner = await signUpOwner(studio);
});

test("a studio that is up says so and nothing else", async () => {
  const answer = await fetch(`${studio.url}/api/health`);
  expect(await answer.json()).toEqual({ ok: true });
});

test("whoever asks for the icon by its old name gets it, also a visitor", async () => {
  const answer = await fetch(`${studio.url}/favicon.ico`, { redirect: "error" });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});

test("the first account's link works once", async () => {
  const page = await (await fetch(`${studio.url}/sign-up?token=${studio.token}`)).text();
  expect(page).not.toContain('name="password"');
  await expect(signUpOwner(studio)).rejects.toThrow("The first account could not be made");
});

test("whoever is not signed in may start nothing", async () => {
  const answer = await fetch(`${studio.url}/api/runs`, {
    method: "POST",
    body: JSON.stringify({}),
    headers: { origin: studio.url, "content-type": "application/json" },
  });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ error: { code: "unauthenticated", message: expect.any(String) } });
});

test("a page elsewhere may start nothing, also with the session's cookie", async () => {
  const answer = await owner("/api/runs", {
    method: "POST",
    body: "{}",
    headers: { origin: "http://elsewhere.example" },
  });
  expect(answer.status).toBe(403);
});

test("a signed-in member is told about themselves, and a second session works like the first", async () => {
  for (const call of [owner, await signInOwner(studio)]) {
    const { member } = await (await call("/api/auth/get-session")).json();
    expect(member).toMatchObject({ name: OWNER.name, email: OWNER.email, role: "owner" });
  }
});

test("the session survives a restart of the server", async () => {
  await studio.restart();
  expect((await (await owner("/api/auth/get-session")).json()).member).toMatchObject({ name: OWNER.name });
});
