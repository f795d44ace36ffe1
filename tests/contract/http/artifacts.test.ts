import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { pythonFiles } from "../registry/fixture.ts";
import { allEvents, createTool, ownersCookie, rawRequest, runIdOf, startRun } from "./fixture.ts";

/** Names that browsers, shells and disks stumble over. */
const HOSTILE = [
  "a'b\"c.txt",
  "; rm -rf.txt",
  "..hidden.txt",
  "줄\n바꿈.txt",
  "%2e%2e%2f.txt",
  "100%.txt",
  "?x=1#y.txt",
  "a\\b.txt",
  "CON.txt",
  "😀 (1).txt",
];
const BODY = `import os, json
for name in json.loads(args.names):
    with open(name, 'w') as file: file.write('inside ' + name)
os.makedirs('deep/er')
open('deep/er/file.csv', 'w').write('a,b\\n1,2\\n')
open('page.html', 'w').write('<script>alert(1)</script>')
open('picture.svg', 'w').write('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
open('script.js', 'w').write('alert(1)')
open('empty.bin', 'w').close()
open('big.bin', 'wb').write(b'0123456789' * 100000)
os.symlink('/etc/passwd', 'passwd.txt')
os.symlink(args.outside, 'folder')
os.symlink('page.html', 'inner.txt')
os.mkfifo('pipe.txt')
return 1`;

const studio = withStudio();
let owner: Caller;
let base: string;
let cookie = "";
let names: string[];
beforeAll(async () => {
  owner = await signUpOwner(studio);
  const tool = "names: str\noutside: str";
  const toolId = await createTool(owner, pythonFiles(BODY, { tool }), "leaver");
  writeFileSync(path.join(studio.data, "outside.txt"), "CANARY");
  const toolParameters = JSON.stringify({ names: JSON.stringify(HOSTILE), outside: studio.data });
  const answer = await startRun(owner, { toolId, toolParameters });
  const events = await allEvents(answer);
  expect(events.at(-1)).toMatchObject({ type: "run.succeeded" });
  names = events.flatMap((event) => (event.type === "tool.artifact" ? [event.name] : []));
  base = `/api/runs/${runIdOf(answer)}/artifacts`;
  cookie = await ownersCookie(studio);
});

const urlOf = (name: string) => `${base}/${name.split("/").map(encodeURIComponent).join("/")}`;

test("every file that the call told of can be had by its name, whatever that is", async () => {
  expect(names).toEqual(
    expect.arrayContaining([...HOSTILE.filter((name) => !name.startsWith(".")), "deep/er/file.csv"]),
  );
  for (const name of names) {
    const answer = await owner(urlOf(name));
    expect([name, answer.status]).toEqual([name, 200]);
    const text = await answer.text();
    if (HOSTILE.includes(name)) expect(text).toBe(`inside ${name}`);
    const disposition = answer.headers.get("content-disposition") ?? "";
    const [, encoded = ""] = /^inline; filename\*=UTF-8''([\w.~!#$&+^`|%-]+)$/.exec(disposition) ?? [];
    expect(decodeURIComponent(encoded)).toBe(name.split("/").at(-1));
  }
});

test.each([
  ["page.html", "text/html; charset=utf-8"],
  ["picture.svg", "image/svg+xml"],
  ["script.js", "application/octet-stream"],
  ["deep/er/file.csv", "text/csv; charset=utf-8"],
  ["empty.bin", "application/octet-stream"],
])("%s is sent so that nothing in it can run", async (name, type) => {
  const { headers, status } = await owner(urlOf(name));
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("private, no-store");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy.split("; ")).toEqual(expect.arrayContaining(["default-src 'none'", "sandbox"]));
  expect(policy).not.toMatch(/script-src|allow-scripts/);
  const download = await owner(`${urlOf(name)}?download`);
  expect(download.headers.get("content-disposition")).toMatch(/^attachment; /);
});

test("a preview takes the first bytes, and is told how many there are", async () => {
  const answer = await owner(`${urlOf("big.bin")}?limit=25`);
  expect(await answer.text()).toBe("0123456789012345678901234");
  expect(answer.headers.get("toolroom-bytes")).toBe("1000000");
  expect((await (await owner(urlOf("big.bin"))).text()).length).toBe(1_000_000);
  expect((await (await owner(`${urlOf("empty.bin")}?limit=25`)).text()).length).toBe(0);
  for (const limit of ["0", "-1", "x", "1.5"])
    expect((await owner(`${urlOf("big.bin")}?limit=${limit}`)).status).toBe(400);
});

test.each([
  ["a link out of the directory", "passwd.txt"],
  ["a file below a link to a folder", "folder/outside.txt"],
  ["a pipe", "pipe.txt"],
  ["a folder", "deep"],
  ["the directory itself", "."],
  ["nothing", "nothing.txt"],
  ["a file as a folder", "page.html/x"],
  ["a name that is too long", "x".repeat(5_000)],
])("%s is not found", async (_, name) => {
  const answer = await owner(urlOf(name));
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("CANARY");
});

test("a link inside of the directory leads where it leads", async () => {
  expect(await (await owner(urlOf("inner.txt"))).text()).toContain("<script>");
});

test.each([
  "../../../outside.txt",
  "..%2f..%2f..%2foutside.txt",
  "%2e%2e/%2e%2e/%2e%2e/outside.txt",
  "%2e%2e%2f%2e%2e%2f%2e%2e%2foutside.txt",
  "..%252f..%252f..%252foutside.txt",
  "deep/../../../../outside.txt",
  "deep%2f..%2f..%2f..%2f..%2foutside.txt",
  "..%5c..%5c..%5coutside.txt",
  "/etc/passwd",
  "%2fetc%2fpasswd",
  "%00",
])("the path %s leads nowhere", async (way) => {
  const answer = await rawRequest(studio, { path: `${base}/${way}`, headers: { cookie } });
  expect(answer.status).toBeGreaterThanOrEqual(300);
  expect(answer.status).toBeLessThan(500);
  expect(answer.text).not.toMatch(/CANARY|root:/);
});

test("a tool that tries to put a link in its directory's own place opens nothing with it", async () => {
  const body = `import os
here = os.getcwd()
os.rename(here, here + '-moved')
os.symlink(args.outside, here)`;
  const toolId = await createTool(owner, pythonFiles(body, { tool: "outside: str" }), "replacer");
  const answer = await startRun(owner, { toolId, toolParameters: JSON.stringify({ outside: studio.data }) });
  // In a sandbox of its own it cannot even try.
  expect((await allEvents(answer)).at(-1)).toMatchObject({ type: expect.stringMatching(/^run\.(succeeded|failed)$/) });
  expect((await owner(`/api/runs/${runIdOf(answer)}/artifacts/outside.txt`)).status).toBe(404);
});

test("who is not signed in gets none", async () => {
  const answer = await fetch(studio.url + urlOf("page.html"));
  expect([answer.status, (await answer.json()).error.code]).toEqual([401, "unauthenticated"]);
});
