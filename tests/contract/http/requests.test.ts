import { beforeAll, describe, expect, it, test } from "vitest";
import { db } from "#lib/db/client.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { toZip, typescriptFiles } from "../registry/fixture.ts";
import { createTool, ownersCookie, rawRequest, signInStranger, startRun, upload } from "./fixture.ts";

const MEBIBYTE = 1024 * 1024;
const studio = withStudio();
let owner: Caller;
let toolId: string;
let cookie: string;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  toolId = await createTool(owner, typescriptFiles("return 1;"), "one");
  cookie = await ownersCookie(studio);
});

const json = { "content-type": "application/json" };
const run = () => JSON.stringify({ toolId, toolParameters: "{}" });

/** The refusal's status and code; its message must be one sentence, and nothing may have been started. */
async function refusalOf(attempt: Promise<Response>): Promise<[number, string]> {
  const before = await db().run.count();
  const answer = await attempt;
  const { error } = await answer.json();
  expect(error.message).toMatch(/^[^\n]{10,}\.$/);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await db().run.count()).toBe(before);
  return [answer.status, error.code];
}

describe("POST /api/runs refuses", () => {
  const post = (init: RequestInit) => owner("/api/runs", { method: "POST", headers: json, body: run(), ...init });

  it.each([
    ["an act of another origin", { headers: { ...json, origin: "http://elsewhere.example" } }, 403, "forbidden"],
    ["an origin that is none", { headers: { ...json, origin: "null" } }, 403, "forbidden"],
    ["another port of this machine", { headers: { ...json, origin: "http://127.0.0.1:1" } }, 403, "forbidden"],
    ["a form, which a page elsewhere could send", { headers: { "content-type": "text/plain" } }, 400, "invalid_input"],
    ["what is no JSON", { body: "{" }, 400, "invalid_input"],
    ["what is no object", { body: "[]" }, 400, "invalid_input"],
    ["what has no tool", { body: '{"toolParameters":"{}"}' }, 400, "invalid_input"],
    ["a zero character", { body: '{"toolId":"tool\\u0000","toolParameters":"{}"}' }, 400, "invalid_input"],
    ["a tool that is not there", { body: '{"toolId":"tool_x","toolParameters":"{}"}' }, 404, "not_found"],
    ["a body beyond 16 MiB", { body: " ".repeat(16 * MEBIBYTE + 1) }, 413, "too_large"],
  ] as [string, RequestInit, number, string][])("%s", async (_, init, status, code) => {
    expect(await refusalOf(post(init))).toEqual([status, code]);
  });

  it.each(["", "[]", "7", "null", '"x"', "{", "{}{}"])("tool parameters that are %j", async (toolParameters) => {
    expect(await refusalOf(startRun(owner, { toolId, toolParameters }))).toEqual([400, "invalid_input"]);
    const own = { toolId, toolParameters: "{}", userParameters: toolParameters };
    expect(await refusalOf(startRun(owner, own))).toEqual([400, "invalid_input"]);
  });

  it("a body whose length is not told beforehand, as soon as it is too long", async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(MEBIBYTE).fill(0x20)),
    });
    const init = { method: "POST", headers: json, body, duplex: "half" } as RequestInit;
    const status = await owner("/api/runs", init).then(
      (answer) => answer.status,
      // The connection may be cut while the client still sends.
      () => 413,
    );
    expect(status).toBe(413);
  });

  it("whoever is not signed in", async () => {
    const headers = { ...json, origin: studio.url };
    const attempt = fetch(`${studio.url}/api/runs`, { method: "POST", headers, body: run() });
    expect(await refusalOf(attempt)).toEqual([401, "unauthenticated"]);
    const forged = { ...headers, cookie: cookie.replace(/=.*/, "=forged.signature") };
    const second = fetch(`${studio.url}/api/runs`, { method: "POST", headers: forged, body: run() });
    expect(await refusalOf(second)).toEqual([401, "unauthenticated"]);
  });

  it("another team's configuration", async () => {
    const stranger = await signInStranger(studio);
    const own = await createTool(stranger, typescriptFiles("return 2;"), "theirs");
    const attempt = startRun(owner, { toolId, toolParameters: "{}", configurationId: "cfg_x" });
    expect(await refusalOf(attempt)).toEqual([404, "not_found"]);
    expect(await refusalOf(startRun(owner, { toolId: own, toolParameters: "{}" }))).toEqual([404, "not_found"]);
  });

  it.each(["elsewhere.example", "127.0.0.1:1", "localhost.elsewhere.example"])("the host %j", async (host) => {
    const origin = `http://${host}`;
    const headers = { ...json, host, origin, cookie };
    const answer = await rawRequest(studio, { method: "POST", path: "/api/runs", headers, body: run() });
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([403, "forbidden"]);
    expect((await rawRequest(studio, { path: "/api/runs/x", headers: { host, cookie } })).status).toBe(403);
    expect((await rawRequest(studio, { path: "/tools", headers: { host, cookie } })).status).toBe(403);
  });
});

describe("POST /api/tools", () => {
  const source = "export {};\n";

  const form = (parts: Record<string, string | File | File[]>) => {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts))
      for (const each of Array.isArray(part) ? part : [part]) body.append(name, each);
    return owner("/api/tools", { method: "POST", body });
  };

  it("makes a tool of a template, a folder and a zip", async () => {
    expect(await (await form({ template: "typescript", name: "templated" })).json()).toEqual({
      tools: [{ name: "templated" }],
      problems: [],
    });
    expect((await upload(owner, typescriptFiles("return 1;"), "uploaded")).status).toBe(201);
    const zip = new File([new Uint8Array(toZip({ "zipped/tool.ts": source }))], "pack.zip");
    expect(await (await form({ zip })).json()).toEqual({ tools: [{ name: "pack" }], problems: [] });
  });

  it("says which of several could not be made", async () => {
    const zip = new File(
      [new Uint8Array(toZip({ "a/tool.ts": source, "b/tool.ts": source, "b/tool.py": "" }))],
      "two.zip",
    );
    const answer = await form({ zip });
    expect([answer.status, await answer.json()]).toEqual([
      201,
      { tools: [{ name: "a" }], problems: [{ path: "b", message: expect.stringContaining("both") }] },
    ]);
  });

  it.each([
    ["an unknown template", () => form({ template: "cobol", name: "x" }), 400, "invalid_input"],
    ["a name in use", () => upload(owner, typescriptFiles("return 1;"), "one"), 409, "conflict"],
    ["nothing", () => form({}), 400, "invalid_input"],
    [
      "paths that are not of the files",
      () => form({ files: [new File([""], "tool.ts")], paths: "[]" }),
      400,
      "invalid_input",
    ],
    ["paths that are no JSON", () => form({ files: [new File([""], "tool.ts")], paths: "{" }), 400, "invalid_input"],
    [
      "a path that leads out",
      () => upload(owner, [{ path: "../tool.ts", content: Buffer.from("") }], "x"),
      400,
      "invalid_input",
    ],
    ["no entry file", () => upload(owner, [{ path: "x.ts", content: Buffer.from("") }], "x"), 400, "invalid_input"],
    [
      "a body that is no form",
      () => owner("/api/tools", { method: "POST", body: "{}", headers: json }),
      400,
      "invalid_input",
    ],
    [
      "a form that broke off",
      () =>
        owner("/api/tools", {
          method: "POST",
          body: "--x\r\nbroken",
          headers: { "content-type": "multipart/form-data; boundary=x" },
        }),
      400,
      "invalid_input",
    ],
    ["a zip of zeros", () => form({ zip: new File([new Uint8Array(zeros())], "zeros.zip") }), 413, "too_large"],
    [
      "an act of another origin",
      () => owner("/api/tools", { method: "POST", body: new FormData(), headers: { origin: "http://x.example" } }),
      403,
      "forbidden",
    ],
  ] as [string, () => Promise<Response>, number, string][])("refuses %s", async (_, attempt, status, code) => {
    const before = await db().tool.count();
    expect(await refusalOf(attempt())).toEqual([status, code]);
    expect(await db().tool.count()).toBe(before);
  });

  function zeros(): Buffer {
    return toZip({ "tool.ts": source, zeros: new Uint8Array(33 * MEBIBYTE) });
  }
});

describe("pages", () => {
  test.each(["/sign-in", "/tools", "/tools/one", "/tools/new", "/nothing-here"])(
    "%s allows its own scripts and no others",
    async (page) => {
      const answer = await owner(page);
      const html = await answer.text();
      const policy = answer.headers.get("content-security-policy") ?? "";
      const [, nonce] = /script-src 'self' 'nonce-([A-Za-z0-9+/=]{22,})' 'strict-dynamic'(?:;|$)/.exec(policy) ?? [];
      expect(nonce).toBeDefined();
      expect(/script-src[^;]*unsafe-/.exec(policy)).toBeNull();
      for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
        expect(policy).toContain(rule);
      }
      const scripts = html.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/<[^>]+\son[a-z]+=/i);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("x-frame-options")).toMatch(/^(?:SAMEORIGIN|DENY)$/);
      expect(answer.headers.get("referrer-policy")).toBe("same-origin");
      expect(answer.headers.get("x-powered-by")).toBeNull();
      expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect((await owner(page)).headers.get("content-security-policy")).not.toContain(nonce);
    },
  );

  it("show nothing to whoever is not signed in", async () => {
    for (const page of ["/", "/tools", "/tools/one", "/tools/new"]) {
      const answer = await fetch(studio.url + page, { redirect: "manual" });
      const text = await answer.text();
      expect([page, answer.status === 307 || text.includes("/sign-in")]).toEqual([page, true]);
      expect(text).not.toContain("A tool made for a test");
    }
  });

  it.each(["/tools/%00", "/tools/100%25", "/tools/..%2f..", "/tools/x%20y"])(
    "that cannot be are not found: %s",
    async (page) => {
      const text = await (await owner(page)).text();
      expect(text).toContain('name="robots" content="noindex"');
      expect((await rawRequest(studio, { path: "/api/runs/%00", headers: { cookie } })).status).toBe(400);
    },
  );

  it("of another team's tool are not found", async () => {
    const stranger = await signInStranger(studio);
    const answer = await stranger("/tools/one");
    const text = await answer.text();
    expect(text).toContain('name="robots" content="noindex"');
    expect(text).not.toContain("A tool made for a test");
  });
});
