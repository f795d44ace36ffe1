import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { Event, EventBody } from "#lib/runs/schema.ts";
import { readText } from "#lib/runs/view.ts";
import { RunStore } from "./run-store.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const body = { toolId: "tool_1", toolParameters: '{"a":12345678901234567890}' };
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers its n-th request with the n-th answer, and a store that talks to it. */
async function serve(...answers: Answer[]) {
  const requests: { method: string; url: string; after: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let sent = "";
    for await (const piece of request) sent += piece;
    const after = request.headers["last-event-id"];
    requests.push({ method: request.method ?? "", url: request.url ?? "", after: after?.toString(), body: sent });
    answers[requests.length - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = new RunStore({ origin, retryMs: 1, stallMs: 100, schedule: (publish) => publish() });
  closing.push(async () => store.leave());
  return { store, requests };
}

const bodies: EventBody[] = [
  { type: "run.started", kind: "tool", toolName: "t", versionNumber: 1, configurationName: null },
  { type: "tool.log", callId: "call_1", stream: "stdout", text: "하나\n" },
  { type: "tool.log", callId: "call_1", stream: "stdout", text: "둘\n" },
  { type: "tool.log", callId: "call_1", stream: "stdout", text: "셋 🧰\n" },
  { type: "run.succeeded" },
];
const events = bodies.map(
  (event, index): Event => ({ ...event, seq: index + 1, runId: "run_1", at: "2026-01-01T00:00:00Z" }),
);

function frames(from: number, to: number): Buffer {
  const frame = (event: Event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
  return Buffer.from(`retry: 500\n\n${events.slice(from, to).map(frame).join("")}: still here\n\n`);
}

function open(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "Content-Type": "text/event-stream", "Toolroom-Run": "run_1" });
}

function stream(from: number, to: number): Answer {
  return (_, response) => open(response).end(frames(from, to));
}

/** Sends the frames, half of the next one, and then cuts the connection as a broken network does. */
function cut(from: number, to: number): Answer {
  return (_, response) => {
    const whole = frames(from, to + 1);
    open(response).write(whole.subarray(0, whole.length - 60), () => response.destroy());
  };
}

function fail(status: number, text: string): Answer {
  return (_, response) => response.writeHead(status, { "Content-Type": "application/json" }).end(text);
}

function error(status: number, code: string, message: string): Answer {
  return fail(status, JSON.stringify({ error: { code, message } }));
}

it("starts a run with one request and shows its events from the answer", async () => {
  const { store, requests } = await serve(stream(0, 5));
  await store.start(body);
  expect(requests).toEqual([{ method: "POST", url: "/api/runs", after: undefined, body: JSON.stringify(body) }]);
  expect(store.get()).toMatchObject({
    runId: "run_1",
    connection: "ended",
    problem: null,
    view: { status: "succeeded" },
  });
  expect(readText(store.get().view.stdout)).toBe("하나\n둘\n셋 🧰\n");
});

it("goes on after the last event it saw when the connection breaks, closes early, or the server is down for a while", async () => {
  const { store, requests } = await serve(cut(0, 2), stream(2, 3), fail(503, "<html>"), cut(3, 3), stream(1, 5));
  await store.start(body);
  expect(requests.map(({ method, after }) => [method, after])).toEqual([
    ["POST", undefined],
    ["GET", "2"],
    ["GET", "3"],
    ["GET", "3"],
    ["GET", "3"],
  ]);
  expect(readText(store.get().view.stdout)).toBe("하나\n둘\n셋 🧰\n");
  expect(store.get().connection).toBe("ended");
});

it("puts letters together that were cut over two packets", async () => {
  const { store } = await serve((_, response) => {
    open(response);
    const whole = frames(0, 5);
    const sendRest = (at: number): void => {
      if (at >= whole.length) response.end();
      else response.write(whole.subarray(at, at + 7), () => setImmediate(sendRest, at + 7));
    };
    sendRest(0);
  });
  await store.start(body);
  expect(readText(store.get().view.stdout)).toBe("하나\n둘\n셋 🧰\n");
});

it("leaves a connection on which not even a keep-alive arrives", async () => {
  const { store, requests } = await serve((_, response) => open(response).write(frames(0, 2)), stream(2, 5));
  await store.start(body);
  expect(requests[1]).toMatchObject({ method: "GET", after: "2" });
  expect(store.get().view.status).toBe("succeeded");
});

it("follows a run from its beginning", async () => {
  const { store, requests } = await serve(stream(0, 5));
  await store.follow("run_1");
  expect(requests[0]).toMatchObject({ method: "GET", url: "/api/runs/run_1", after: "0" });
  expect(store.get()).toMatchObject({ connection: "ended", since: null, view: { status: "succeeded" } });
});

it.each([
  [400, "invalid_input"],
  [401, "unauthenticated"],
  [403, "forbidden"],
  [409, "conflict"],
  [413, "too_large"],
  [429, "rate_limited"],
])("says why when a run is refused with %i", async (status, code) => {
  const { store, requests } = await serve(error(status, code, "Because."));
  await store.start(body);
  expect(store.get()).toMatchObject({ connection: "refused", problem: { code, message: "Because." } });
  expect(requests).toHaveLength(1);
});

it("does not start a run twice when there is no answer, or none of ours", async () => {
  const { store, requests } = await serve(
    (_, response) => response.destroy(),
    fail(502, "<html>Bad gateway</html>"),
    (_, response) => response.end("<html>Sign in</html>"),
  );
  for (const attempt of [1, 2, 3]) {
    await store.start(body);
    expect(store.get()).toMatchObject({ connection: "refused", problem: { code: "unreachable", message: null } });
    expect(requests).toHaveLength(attempt);
  }
});

it("stops following a run that is no longer there", async () => {
  const { store } = await serve(cut(0, 2), error(404, "not_found", "There is no run run_1."));
  await store.start(body);
  expect(store.get()).toMatchObject({ connection: "refused", problem: { code: "not_found" }, view: { seq: 2 } });
});

it("asks the server to stop a run and shows how it ended", async () => {
  const stopped: Event = {
    type: "run.cancelled",
    message: "Stopped.",
    seq: 3,
    runId: "run_1",
    at: "2026-01-01T00:00:01Z",
  };
  let end = () => {};
  const { store, requests } = await serve(
    (_, response) => {
      open(response).write(frames(0, 2));
      end = () => response.end(`data: ${JSON.stringify(stopped)}\n\n`);
    },
    (_, response) => {
      response.writeHead(204).end();
      end();
    },
  );
  const ended = store.start(body);
  await until(store, () => store.get().view.seq === 2);
  await store.cancel();
  await ended;
  expect(requests[1]).toMatchObject({ method: "DELETE", url: "/api/runs/run_1" });
  expect(store.get()).toMatchObject({ connection: "ended", stopping: "no", view: { status: "cancelled" } });
});

it("sends a stop that was asked for before the run had an id", async () => {
  let end = () => {};
  const { store, requests } = await serve(
    (_, response) => {
      end = () => response.end(frames(0, 5));
      void store.cancel().then(() => open(response).flushHeaders());
    },
    (_, response) => {
      response.writeHead(204).end();
      end();
    },
  );
  await store.start(body);
  expect(requests.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
});

it("says in place that stopping was refused, and goes on watching", async () => {
  let finish = () => {};
  const { store } = await serve(
    (_, response) => {
      open(response).write(frames(0, 2));
      finish = () => response.end(frames(2, 5));
    },
    error(403, "forbidden", "You may not stop runs."),
  );
  const ended = store.start(body);
  await until(store, () => store.get().view.seq === 2);
  await store.cancel();
  expect(store.get()).toMatchObject({ stopping: "no", problem: { code: "forbidden" }, connection: "live" });
  finish();
  await ended;
  expect(store.get().view.status).toBe("succeeded");
});

it("only stops watching when it is left or another run is shown", async () => {
  const { store, requests } = await serve((_, response) => open(response).write(frames(0, 2)), stream(0, 5));
  const left = store.start(body);
  await until(store, () => store.get().view.seq === 2);
  await store.follow("run_1");
  await left;
  expect(requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  expect(readText(store.get().view.stdout)).toBe("하나\n둘\n셋 🧰\n");
});

it("shows a flood once a frame", async () => {
  const { store } = await serve();
  const scheduled: (() => void)[] = [];
  const flood = Array.from({ length: 5_000 }, (_, index) => ({ ...events[1], seq: index + 1 }));
  const { port } = new URL(await originOf(flood));
  const flooded = new RunStore({ origin: `http://127.0.0.1:${port}`, schedule: (publish) => scheduled.push(publish) });
  let published = 0;
  flooded.subscribe(() => published++);
  await flooded.follow("run_1");
  expect(scheduled.length).toBe(1);
  expect(published).toBe(2);
  expect(flooded.get().view.seq).toBe(5_001);
  expect(store.get().connection).toBe("idle");
});

async function originOf(flood: object[]): Promise<string> {
  const last = { ...events[4], seq: flood.length + 1 };
  const text = [...flood, last].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  const server = createServer((_, response) => open(response).end(text));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function until(store: RunStore, reached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const off = store.subscribe(() => {
      if (!reached()) return;
      off();
      resolve();
    });
  });
}
