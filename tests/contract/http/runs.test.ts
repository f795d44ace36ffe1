import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/db/client.ts";
import type { Event } from "#lib/runs/schema.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { saidWaiting, typescriptFiles, WAITING_BODY } from "../registry/fixture.ts";
import { processesWith } from "../tools/fixture.ts";
import { allEvents, createTool, eventsOf, runIdOf, signInStranger, startRun, untilEvent } from "./fixture.ts";

const studio = withStudio();
let owner: Caller;
let waiting: string;
let echo: string;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  waiting = await createTool(owner, typescriptFiles(WAITING_BODY), "waiting");
  echo = await createTool(owner, typescriptFiles("return args.text;", { tool: "text: z.string()" }), "echo");
});

async function artifactsOf(runId: string): Promise<string> {
  const { teamId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  return path.join(studio.data, "teams", teamId, "runs", runId);
}

/** Lets a waiting tool go on. */
async function letGo(runId: string): Promise<void> {
  await writeFile(path.join(await artifactsOf(runId), "go"), "");
}

function call(text: string, init: RequestInit = {}): Promise<Response> {
  return startRun(owner, { toolId: echo, toolParameters: JSON.stringify({ text }) }, init);
}

const seqs = (events: readonly Event[]) => events.map((event) => event.seq);

describe("POST /api/runs", () => {
  it("answers with the events in frames that every reader of the format takes", async () => {
    const answer = await call("line one\nline two\r\n\u2028 data: x\n\n: y\0\ud800 😀");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers.get("cache-control")).toContain("no-cache");
    expect(runIdOf(answer)).toMatch(/^run_/);
    const text = await answer.text();
    const frames = text.split("\n\n");
    expect(frames.at(-1)).toBe("");
    const dataFrames = frames.slice(0, -1).filter((frame) => !/^(?:retry: \d+|: .*)$/.test(frame));
    const events = dataFrames.map((frame, index) => {
      const [, id, data] = /^id: (\d+)\ndata: ([^\n\r]*)$/.exec(frame) ?? [];
      expect(Number(id)).toBe(index + 1);
      return JSON.parse(data ?? "");
    });
    expect(seqs(events)).toEqual(events.map((_, index) => index + 1));
    expect(events.find(({ type }) => type === "tool.returned").result).toContain("line one\nline two\r\n\u2028");
    expect(events.at(-1).type).toBe("run.succeeded");
  });

  it("sends each event as it happens, while the tool still runs", async () => {
    const answer = await startRun(owner, { toolId: waiting, toolParameters: "{}" });
    const events = eventsOf(answer);
    const seen: Event[] = [];
    for (let event = await events.next(); !event.done; event = await events.next()) {
      seen.push(event.value);
      if (saidWaiting(event.value)) await letGo(runIdOf(answer));
    }
    expect(seen.map(({ type }) => type)).toEqual([
      "run.started",
      "tool.called",
      "tool.log",
      "tool.artifact",
      "tool.returned",
      "run.succeeded",
    ]);
  });

  it("takes 5 MiB of parameters", async () => {
    const text = "parameter-".repeat(512 * 1024);
    const events = await allEvents(await call(text));
    expect(events.at(-1)).toMatchObject({ type: "run.succeeded" });
    expect(events.find((event) => event.type === "tool.returned")).toMatchObject({
      resultCharacters: text.length,
    });
  });

  it("lets a run go on when the browser leaves", async () => {
    const leave = new AbortController();
    const answer = await startRun(owner, { toolId: waiting, toolParameters: "{}" }, { signal: leave.signal });
    const runId = runIdOf(answer);
    await untilEvent(answer, saidWaiting);
    leave.abort();
    await letGo(runId);
    const events = await allEvents(await owner(`/api/runs/${runId}`));
    expect(events.at(-1)).toMatchObject({ type: "run.succeeded" });
  });
});

describe("GET /api/runs/:id", () => {
  it("goes on after Last-Event-ID or ?after, with nothing lost and nothing twice", async () => {
    const answer = await call("resumed");
    const all = await allEvents(answer);
    const url = `/api/runs/${runIdOf(answer)}`;
    for (const seen of seqs(all).slice(0, -1)) {
      const byHeader = await allEvents(await owner(url, { headers: { "last-event-id": String(seen) } }));
      const byQuery = await allEvents(await owner(`${url}?after=${seen}`));
      expect(byHeader).toEqual(all.slice(seen));
      expect(byQuery).toEqual(byHeader);
    }
    expect(await allEvents(await owner(url))).toEqual(all);
  });

  it("says 204 when all was read, so that an EventSource stops asking", async () => {
    const answer = await call("read to its end");
    const last = (await allEvents(answer)).at(-1)?.seq;
    const again = await owner(`/api/runs/${runIdOf(answer)}`, { headers: { "last-event-id": String(last) } });
    expect([again.status, await again.text()]).toEqual([204, ""]);
  });

  it("follows a run that is still going, from the middle", async () => {
    const answer = await startRun(owner, { toolId: waiting, toolParameters: "{}" });
    const runId = runIdOf(answer);
    const seen = await untilEvent(answer, saidWaiting);
    const rest = await owner(`/api/runs/${runId}?after=${seen.length}`);
    await letGo(runId);
    expect(seqs(await allEvents(rest))).toEqual([4, 5, 6].slice(seen.length - 3));
  });

  it.each(["-1", "x", "1.5", "1e400"])("refuses the cursor %s in one sentence", async (cursor) => {
    const runId = runIdOf(await call("once"));
    const answer = await owner(`/api/runs/${runId}?after=${cursor}`);
    expect([answer.status, (await answer.json()).error]).toEqual([
      400,
      { code: "invalid_input", message: expect.stringContaining(`"${cursor}"`) },
    ]);
  });
});

describe("DELETE /api/runs/:id", () => {
  it("ends the run and leaves no process of it", async () => {
    const answer = await startRun(owner, { toolId: waiting, toolParameters: "{}" });
    const runId = runIdOf(answer);
    await untilEvent(answer, saidWaiting);
    const mark = await artifactsOf(runId);
    expect(await processesWith(mark)).not.toEqual([]);
    const asked = await owner(`/api/runs/${runId}`, { method: "DELETE" });
    expect([asked.status, await asked.text()]).toEqual([204, ""]);
    const events = await allEvents(await owner(`/api/runs/${runId}`));
    expect(events.at(-1)).toMatchObject({ type: "run.cancelled", message: expect.stringMatching(/\.$/) });
    expect(await processesWith(mark)).toEqual([]);
    expect((await owner(`/api/runs/${runId}`, { method: "DELETE" })).status).toBe(204);
    expect(await allEvents(await owner(`/api/runs/${runId}`))).toEqual(events);
  });
});

describe("another team's member", () => {
  it("finds no run, starts no tool and stops nothing", async () => {
    const stranger = await signInStranger(studio);
    const answer = await startRun(owner, { toolId: waiting, toolParameters: "{}" });
    const runId = runIdOf(answer);
    await untilEvent(answer, saidWaiting);
    const attempts = [
      stranger(`/api/runs/${runId}`),
      stranger(`/api/runs/${runId}`, { method: "DELETE" }),
      stranger(`/api/runs/${runId}/artifacts/go`),
      stranger(`/api/tools/${waiting}/environment`),
      stranger(`/api/tools/${waiting}/environment`, { method: "POST" }),
      startRun(stranger, { toolId: waiting, toolParameters: "{}" }),
    ];
    for (const attempt of attempts) {
      const { status, body } = await attempt.then(async (each) => ({ status: each.status, body: await each.json() }));
      expect([status, body.error.code]).toEqual([404, "not_found"]);
    }
    await letGo(runId);
    expect((await allEvents(await owner(`/api/runs/${runId}`))).at(-1)).toMatchObject({ type: "run.succeeded" });
  });
});
