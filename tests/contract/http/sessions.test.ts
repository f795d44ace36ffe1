import { beforeAll, describe, expect, test } from "vitest";
import type { SessionFrame } from "#lib/agents/schema.ts";
import { beginSession, makeAgent } from "#tests/support/agent-session.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";

const studio = withStudio();
let owner: Caller;
let id: string;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  await makeAgent("clerk", { tools: [], exchanges: [{ turns: [{ text: "At your service." }] }] });
  id = await beginSession(owner, "clerk", "Hello");
});

const send = (path: string, body: unknown) =>
  owner(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
const message = (text: string) => ({ id: `msg_${crypto.randomUUID()}`, text });

/** Follows the session until a frame is the last one wanted. */
async function follow(from: string, isLast: (frame: SessionFrame) => boolean) {
  const leaving = new AbortController();
  const answer = await owner(`/api/sessions/${id}/events`, {
    headers: { "Last-Event-ID": from },
    signal: leaving.signal,
  });
  const frames: { cursor: string | null; frame: SessionFrame }[] = [];
  let text = "";
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const whole = text.split("\n\n");
    text = whole.pop() ?? "";
    for (const each of whole) {
      const data = /^data: (.*)$/m.exec(each)?.[1];
      if (data) frames.push({ cursor: /^id: (.*)$/m.exec(each)?.[1] ?? null, frame: JSON.parse(data) });
    }
    const last = frames.at(-1);
    if (last && frames.some(({ frame }) => isLast(frame))) break;
  }
  leaving.abort();
  return frames;
}

const ends = (frame: SessionFrame) => frame.type === "log" && frame.event.type === "run.succeeded";

describe("a session over HTTP", () => {
  test("begins, tells its state first, and its log by cursors that one can go on from", async () => {
    const all = await follow("0.0", ends);
    expect(all[0]).toMatchObject({ cursor: null, frame: { type: "state", state: { id, title: "Hello" } } });
    const log = all.filter(({ frame }) => frame.type === "log");
    expect(log[0]?.cursor).toBe("1.1");
    expect(log.map(({ frame }) => frame.type === "log" && frame.event.type)).toContain("model.responded");
    const [middle] = log.slice(-2);
    const rest = await follow(middle?.cursor ?? "", ends);
    expect(rest.filter(({ frame }) => frame.type === "log")).toEqual(log.slice(-1));
  });

  test("takes a message once, however often it is sent", async () => {
    const body = { message: message("More") };
    const first = await send(`/api/sessions/${id}/messages`, body);
    expect(first.status).toBe(202);
    const { runId } = await first.json();
    expect(runId).toMatch(/^run_/);
    expect(await (await send(`/api/sessions/${id}/messages`, body)).json()).toEqual({ runId });
  });

  test.each([
    ["an empty message", () => send(`/api/sessions/${id}/messages`, { message: message(" ") }), 400],
    ["an id of another shape", () => send(`/api/sessions/${id}/messages`, { message: { id: "1", text: "x" } }), 400],
    [
      "a file that is not there",
      () => send(`/api/sessions/${id}/messages`, { message: { ...message("x"), files: ["no.txt"] } }),
      400,
    ],
    ["no session", () => send("/api/sessions/ses_none/messages", { message: message("x") }), 404],
    ["no agent", () => send("/api/sessions", { agentId: "agent_none", message: message("x") }), 404],
    ["the log of no session", () => owner("/api/sessions/ses_none/events"), 404],
    ["a cursor that is none", () => owner(`/api/sessions/${id}/events?after=x`), 400],
    ["a file outside", () => owner(`/api/sessions/${id}/files/..%2F..%2Fkey`), 404],
    ["a format that is none", () => owner(`/api/sessions/${id}/export?format=pdf`), 400],
  ] as const)("refuses %s", async (_, ask, status) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  });

  test("keeps a file and gives it back, not to be run or framed", async () => {
    const form = new FormData();
    form.set("file", new File(["<script>1</script>"], "쪽/../보고서.html"));
    const kept = await owner(`/api/sessions/${id}/files`, { method: "POST", body: form });
    expect(kept.status).toBe(201);
    expect(await kept.json()).toEqual({
      name: "보고서.html",
      mediaType: expect.stringContaining("text/html"),
      bytes: 18,
    });
    const file = await owner(`/api/sessions/${id}/files/${encodeURIComponent("보고서.html")}?limit=8`);
    expect(await file.text()).toBe("<script>");
    expect(file.headers.get("toolroom-bytes")).toBe("18");
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    const named = { message: { ...message("Look"), files: ["보고서.html"] } };
    expect((await send(`/api/sessions/${id}/messages`, named)).status).toBe(202);
  });

  test.each([
    ["markdown", /\.md$/, "At your service."],
    ["json", /\.json$/, '"type": "model.responded"'],
    ["rehearsal", /\.json$/, '"exchanges"'],
  ])("is had as %s", async (format, name, part) => {
    const answer = await owner(`/api/sessions/${id}/export?format=${format}`);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''/);
    expect(decodeURIComponent(answer.headers.get("content-disposition") ?? "")).toMatch(name);
    expect(await answer.text()).toContain(part);
  });

  test("is nobody's who is not signed in", async () => {
    expect((await fetch(`${studio.url}/api/sessions/${id}/events`)).status).toBe(401);
    expect((await fetch(`${studio.url}/api/sessions/${id}/export?format=json`)).status).toBe(401);
  });
});
