import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import OpenAI from "openai";
import { describe, expect, test, vi } from "vitest";
import type { Fault, ScriptItem } from "../../support/model-server/script.ts";
import { withModelServer } from "../../support/model-server/with-model-server.ts";
import { clientOf, collected, refusalOf } from "./client.ts";

const server = withModelServer();
const text = { type: "message", text: "Hello" };
const input = [{ role: "user" as const, content: "hi" }];

const responses = (signal?: AbortSignal) =>
  clientOf(server).responses.create({ model: "m", input, stream: true }, signal ? { signal } : {});
const chat = () => clientOf(server).chat.completions.create({ model: "m", messages: input, stream: true });
const raw = (stream = true) =>
  fetch(`${server.url}/responses`, { method: "POST", body: JSON.stringify({ model: "m", input: "hi", stream }) });

/** What came before the stream broke or ended. */
async function seen(answer: Promise<AsyncIterable<object>>): Promise<{ types: string[]; error: Error | null }> {
  const types: string[] = [];
  try {
    for await (const event of await answer) types.push(String((event as { type?: string }).type ?? "chunk"));
    return { types, error: null };
  } catch (error) {
    return { types, error: error as Error };
  }
}

const play = (fault: Fault, output: ScriptItem[] = [text]) => server.play(() => ({ output, fault, chunk: 1 }));

test.each([
  [429, { "retry-after": "2" }],
  [429, { "retry-after-ms": "50" }],
  [500, {}],
  [503, {}],
])("status %i with %o", async (status, headers) => {
  play({ kind: "status", status, headers, message: "Not now." });
  const error = await responses().catch((reason: unknown) => reason as InstanceType<typeof OpenAI.APIError>);
  expect(error).toMatchObject({ status, message: `${status} Not now.` });
  for (const [name, value] of Object.entries(headers)) {
    expect((error as { headers: Headers }).headers.get(name)).toBe(value);
  }
  expect(await refusalOf(Promise.resolve(chat()))).toMatchObject({ status });
});

test("an HTML page instead of JSON", async () => {
  play({ kind: "html", status: 502 });
  const answer = await raw();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([502, "text/html"]);
  expect(await answer.text()).toMatch(/^<html>/);
});

test("the wrong content type", async () => {
  play({ kind: "content_type", value: "text/plain" });
  expect((await raw()).headers.get("content-type")).toBe("text/plain");
  expect((await raw(false)).headers.get("content-type")).toBe("text/plain");
});

test("nothing, not even headers, until it is released", async () => {
  play({ kind: "hang" });
  let hasHeaders = false;
  const answer = responses().then((stream) => {
    hasHeaders = true;
    return stream;
  });
  await server.held();
  expect(hasHeaders).toBe(false);
  server.release();
  expect((await seen(answer)).types.at(-1)).toBe("response.completed");
});

test("a stall after some events, until it is released", async () => {
  play({ kind: "stall", after: 5 });
  const types: string[] = [];
  const reading = responses().then(async (stream) => {
    for await (const { type } of stream) types.push(type);
  });
  await server.held();
  await vi.waitUntil(() => types.length === 5, { timeout: 20_000 });
  server.release();
  await reading;
  expect(types.at(-1)).toBe("response.completed");
});

test.each([responses, chat])("a cut where the test wants it", async (ask) => {
  play({ kind: "stall", after: 5 });
  let count = 0;
  const reading = ask().then(async (stream) => {
    for await (const _ of stream) count += 1;
  });
  await server.held();
  await vi.waitUntil(() => count === 5, { timeout: 20_000 });
  server.cut();
  await expect(reading).rejects.toThrow(/terminated|closed|hang up/);
  expect([count, server.aborted]).toEqual([5, []]);
});

test.each([
  ["after", { kind: "cut", after: 2 }],
  ["inside of", { kind: "cut_in_frame", after: 1 }],
] as const)("a cut %s an event", async (place, fault) => {
  play(fault);
  const frames = (await textUntilCut()).split("\n\n");
  expect([frames.length, isJson(frames[0]?.split("data: ")[1])]).toEqual([place === "after" ? 3 : 2, true]);
  expect(frames[1]).toMatch(/^event: response.in_progress\ndata: \{/);
  expect(isJson(frames[1]?.split("data: ")[1])).toBe(place === "after");
  expect((await seen(chat())).error?.message).toMatch(/terminated|closed|hang up/);
  expect(server.aborted).toEqual([]);
});

/** All that came of an answer; `fetch` would forget what it has not read when the connection breaks. */
async function textUntilCut(): Promise<string> {
  const asking = request(`${server.url}/responses`, { method: "POST" });
  asking.end(JSON.stringify({ model: "m", input: "hi", stream: true }));
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  let text = "";
  answer.on("data", (chunk) => {
    text += chunk;
  });
  await expect(once(answer, "end")).rejects.toThrow("aborted");
  return text;
}

test("malformed JSON in an event", async () => {
  play({ kind: "malformed_frame", after: 3 });
  const body = await (await raw()).text();
  const frames = body.split("\n\n").filter((frame) => frame !== "");
  const broken = frames.filter((frame) => !isJson(frame.split("data: ")[1]));
  expect([broken.length, frames.indexOf(broken[0] ?? "")]).toEqual([1, 3]);
  expect(frames.at(-1)).toContain("response.completed");
});

function isJson(part: string | undefined): boolean {
  try {
    return typeof JSON.parse(part ?? "") === "object";
  } catch {
    return false;
  }
}

test("an event that nobody knows, in between", async () => {
  play({ kind: "unknown_event", after: 2 });
  const events = await collected(await responses());
  expect(events[2]).toMatchObject({ type: "response.unheard_of.delta", sequence_number: 2 });
  expect(events.at(-1)).toMatchObject({ type: "response.completed", sequence_number: events.length - 1 });
  expect((await seen(chat())).error).toBeNull();
});

test("response.failed as the last event", async () => {
  play({ kind: "failed", after: 5, code: "rate_limit_exceeded", message: "Slow down." });
  const events = await collected(await responses());
  expect([events.length, events.at(-1)]).toMatchObject([
    6,
    { type: "response.failed", response: { status: "failed", error: { code: "rate_limit_exceeded" } } },
  ]);
  expect((await seen(chat())).error?.message).toContain("Slow down.");
});

test("an error event as the last one", async () => {
  play({ kind: "error_event", after: 1, code: "ERR_X", message: "Gone." });
  const body = await (await raw()).text();
  const last = body.trim().split("\n\n").at(-1)?.split("data: ")[1] ?? "";
  expect(JSON.parse(last)).toEqual({ type: "error", code: "ERR_X", message: "Gone.", param: null, sequence_number: 1 });
});

test("a stream that ends without its terminal event", async () => {
  play({ kind: "no_end" });
  const { types, error } = await seen(responses());
  expect([types.at(-1), error]).toEqual(["response.output_item.done", null]);
  const body = JSON.stringify({ model: "m", messages: input, stream: true });
  const answer = await fetch(`${server.url}/chat/completions`, { method: "POST", body });
  expect(await answer.text()).not.toMatch(/DONE|"finish_reason":"stop"/);
});

describe("what a script says", () => {
  const last = async (output: ScriptItem[]) => {
    server.play([output]);
    return (await collected(await responses())).at(-1) as unknown as { response: { output: ScriptItem[] } };
  };

  test("may be nothing", async () => expect((await last([])).response.output).toEqual([]));

  test("may be huge", async () => {
    const huge = `a${"🚀".repeat(1_000_000)}`;
    server.play([[{ type: "message", text: huge }]]);
    const events = await collected(await responses());
    const deltas = events.map((event) => (event.type === "response.output_text.delta" ? event.delta : ""));
    expect(deltas.join("") === huge).toBe(true);
    expect(deltas.filter((delta) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(delta))).toEqual([]);
  });

  test("may be 200 calls, some of one id, with cut arguments, and unknown items", async () => {
    const calls = Array.from({ length: 200 }, (_, at) => ({
      type: "function_call",
      call_id: `c${at % 199}`,
      name: "t",
      arguments: '{"a":',
    }));
    const { output } = (await last([...calls, { type: "unheard_of", x: 1 }])).response;
    expect(output).toMatchObject([...calls, { type: "unheard_of", x: 1 }]);
    expect(new Set(output.map(({ id }) => id)).size).toBe(201);
  });
});

test("deltas come one by one as the test lets them out", async () => {
  server.play([{ output: [text], chunk: 1, pace: "steps" }]);
  let said = "";
  const reading = responses().then(async (stream) => {
    for await (const event of stream) if (event.type === "response.output_text.delta") said += event.delta;
  });
  for (const expected of ["H", "He", "Hel"]) {
    await server.held();
    server.step();
    await vi.waitUntil(() => said === expected, { timeout: 20_000 });
  }
  server.step(2);
  await reading;
  expect(said).toBe("Hello");
});

test("a client that goes away is noticed, wherever it was", async () => {
  server.play(["hang", "stall", "steps"].map((kind) => scriptOf(kind)));
  for (const count of [1, 2, 3]) {
    const stop = new AbortController();
    const reading = seen(responses(stop.signal));
    await server.requested(count);
    await server.held();
    stop.abort();
    await reading;
    await vi.waitUntil(() => server.aborted.length === count, { timeout: 20_000 });
  }
  expect(server.requests).toHaveLength(3);
});

function scriptOf(kind: string) {
  if (kind === "steps") return { output: [text], pace: "steps" as const };
  return { output: [text], fault: { kind: kind as "hang" | "stall" } };
}

test("connections are refused after some requests, until it comes back", async () => {
  server.play(() => [text]);
  server.refuseAfter(2);
  expect((await seen(responses())).error).toBeNull();
  expect((await seen(responses())).error).toBeNull();
  expect(await responses().catch((error: unknown) => error)).toBeInstanceOf(OpenAI.APIConnectionError);
  expect(server.requests).toHaveLength(2);
  await server.comeBack();
  expect((await seen(responses())).error).toBeNull();
});
