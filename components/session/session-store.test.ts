import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import type { SessionFrame, SessionState } from "#lib/agents/schema.ts";
import { framesOf, item, say } from "#lib/runs/session-log.test-support.ts";
import type { Turn } from "#lib/runs/turn.ts";
import { SessionStore } from "./session-store.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers its n-th GET with the n-th stream and everything else with `act`, and a store that talks to it. */
async function serve(streams: Answer[], act: Answer = (_, response) => response.writeHead(204).end()) {
  const requests: { method: string; url: string; after: string | undefined; body: string }[] = [];
  let opened = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, after: headers["last-event-id"]?.toString(), body });
    if (method === "GET") streams[opened++]?.(request, response, body);
    else act(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = new SessionStore("ses_1", { origin, retryMs: 1, stallMs: 2_000, schedule: (publish) => publish() });
  closing.push(async () => {
    store.leave();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { store, requests };
}

const log = framesOf([
  say.started(),
  say.message("7 × 6?"),
  say.asked(),
  say.text("Forty"),
  say.text("-two"),
  say.responded([item.text("42")]),
]);

const state: SessionState = {
  ...{
    id: "ses_1",
    title: "Sum",
    agentName: "clerk",
    status: "running",
    archived: false,
    trial: false,
    createdAt: "",
    updatedAt: "",
  },
  ...{ agentId: "agent_1", agentVersionId: "av_1", forkedFromId: null, runId: null, inputs: [] },
  model: { by: "server", name: "gpt-x", provider: "main" },
};

function write(response: ServerResponse, frames: readonly SessionFrame[]): void {
  if (!response.headersSent) response.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const frame of frames) {
    const id = frame.type === "log" ? `id: ${frame.position}.${frame.event.seq}\n` : "";
    response.write(`${id}data: ${JSON.stringify(frame)}\n\n`);
  }
}

/** An answer that is left open, to be gone on with. */
function held(begin: (response: ServerResponse) => void = () => {}) {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const answer: Answer = (_, response) => {
    begin(response);
    resolve(response);
  };
  return { answer, response: promise };
}

const logFrames = (from: number, to: number) =>
  log.slice(from, to).map((frame) => ({ type: "log" as const, ...frame }));
const stateFrame = (change: Partial<SessionState> = {}): SessionFrame => ({
  type: "state",
  state: { ...state, ...change },
});
const stay: Answer = (_, response) => write(response, []);
const turnOf = (store: SessionStore) =>
  store
    .get()
    .transcript.runs.flatMap(({ entries }) => entries.filter((entry): entry is Turn => entry.kind === "turn"))[0];

it("follows from the last event it saw when the connection breaks, closes, or the server is down for a while", async () => {
  const { store, requests } = await serve([
    (_, response) => [write(response, [stateFrame(), ...logFrames(0, 4)]), response.end()],
    (_, response) => response.writeHead(503).end("<html>"),
    (_, response) => [write(response, logFrames(3, 5)), setImmediate(() => response.destroy())],
    (_, response) => write(response, [...logFrames(5, 6), stateFrame({ title: "Renamed" })]),
  ]);
  store.watch();
  await vi.waitUntil(() => store.get().state?.title === "Renamed");
  expect(requests.map(({ url, after }) => [url, after])).toEqual([
    ["/api/sessions/ses_1/events", "0.0"],
    ["/api/sessions/ses_1/events", "1.4"],
    ["/api/sessions/ses_1/events", "1.4"],
    ["/api/sessions/ses_1/events", "1.5"],
  ]);
  expect(turnOf(store)?.parts).toEqual([{ is: "text", text: "42", sources: [] }]);
  expect(store.get().events.map(({ event }) => event.seq)).toEqual([1, 2, 3, 6]);
  expect(store.get().connection).toBe("live");
});

it("says so when the session is not there, and asks no more", async () => {
  const error = JSON.stringify({ error: { code: "not_found", message: "There is no session ses_1." } });
  const { store, requests } = await serve([(_, response) => response.writeHead(404).end(error)]);
  store.watch();
  await vi.waitUntil(() => store.get().connection === "refused");
  expect(store.get().problem).toEqual({ code: "not_found", message: "There is no session ses_1." });
  expect(requests).toHaveLength(1);
});

it("shows a message as soon as it is sent, and leaves it to the log when that has it", async () => {
  const stream = held((response) => write(response, [stateFrame()]));
  const answer = held();
  const { store, requests } = await serve([stream.answer], answer.answer);
  store.watch();
  const sent = store.send({
    text: "안녕",
    files: [{ name: "a.png", mediaType: "image/png", bytes: 3 }],
    mode: "steer",
  });
  expect(store.get().outbox).toMatchObject([{ text: "안녕", state: "sending" }]);
  const [opened, posted] = await Promise.all([stream.response, answer.response]);
  const id = store.get().outbox[0]?.id ?? "";
  expect(id).toMatch(/^msg_[a-z0-9]{15}$/);
  const post = requests.find(({ method }) => method === "POST");
  expect(post?.url).toBe("/api/sessions/ses_1/messages");
  expect(JSON.parse(post?.body ?? "")).toEqual({ message: { id, text: "안녕", files: ["a.png"] }, mode: "steer" });
  posted.writeHead(202).end('{"runId":null}');
  await sent;
  expect(store.get().outbox).toMatchObject([{ state: "sent" }]);
  const [frame] = framesOf([say.message("안녕", id)]);
  if (frame) write(opened, [{ type: "log", ...frame }]);
  await vi.waitUntil(() => store.get().outbox.length === 0);
});

it("keeps what could not be sent, with the reason, and sends it again under the same id", async () => {
  let tries = 0;
  const { store, requests } = await serve([stay], (_, response) => {
    if (++tries > 1) return response.writeHead(202).end('{"runId":"run_9"}');
    return response.writeHead(413).end('{"error":{"code":"too_large","message":"Too long."}}');
  });
  await store.send({ text: "long", files: [], mode: "queue" });
  expect(store.get().outbox).toMatchObject([{ text: "long", state: "failed", problem: { code: "too_large" } }]);
  const id = store.get().outbox[0]?.id ?? "";
  await store.sendAgain(id);
  expect(store.get().outbox).toMatchObject([{ id, state: "sent", problem: null }]);
  expect(new Set(requests.map(({ body }) => JSON.parse(body).message.id))).toEqual(new Set([id]));
  store.discard(id);
  expect(store.get().outbox).toEqual([]);
});

it("leaves a waiting message to the list of those that wait", async () => {
  const stream = held((response) => write(response, [stateFrame()]));
  const { store } = await serve([stream.answer], (_, response) => response.writeHead(202).end('{"runId":null}'));
  store.watch();
  const opened = await stream.response;
  await store.send({ text: "then this", files: [], mode: "queue" });
  const id = store.get().outbox[0]?.id ?? "";
  const inputs = [{ id, kind: "message" as const, text: "then this", files: [], createdAt: "" }];
  write(opened, [stateFrame({ inputs })]);
  await vi.waitUntil(() => store.get().outbox.length === 0);
  expect(store.get().state?.inputs).toEqual(inputs);
});

it("stops the run that goes on, also one that only waits, and says why it could not", async () => {
  const stopped: string[] = [];
  const stream = held((response) => write(response, [stateFrame({ status: "queued", runId: "run_queued" })]));
  const { store } = await serve([stream.answer], (request, response) => {
    stopped.push(request.url ?? "");
    return response.writeHead(stopped.length === 1 ? 204 : 403).end('{"error":{"code":"forbidden","message":"No."}}');
  });
  store.watch();
  await vi.waitUntil(() => store.get().state?.runId === "run_queued");
  await store.stop();
  expect(store.get().stopping).toBe("run_queued");
  write(await stream.response, logFrames(0, 4));
  await vi.waitUntil(() => store.get().transcript.runs.length === 1);
  await store.stop();
  expect(stopped).toEqual(["/api/runs/run_queued", "/api/runs/run_1"]);
  expect(store.get()).toMatchObject({ stopping: null, problem: { code: "forbidden" } });
});

it("asks nothing of the run that follows the one that was stopped", async () => {
  const stream = held((response) => write(response, [stateFrame(), ...logFrames(0, 4)]));
  const { store } = await serve([stream.answer]);
  store.watch();
  await vi.waitUntil(() => store.get().transcript.runs.length === 1);
  await store.stop();
  expect(store.get().stopping).toBe("run_1");
  const [next] = framesOf([say.started()]);
  if (!next) return;
  const end = { ...next.event, type: "run.cancelled", message: "Stopped.", seq: 9 } as typeof next.event;
  const frames = [
    { type: "log" as const, position: 1, event: end },
    { type: "log" as const, position: 2, event: { ...next.event, runId: "run_2" } },
  ];
  write(await stream.response, frames);
  await vi.waitUntil(() => store.get().transcript.runs.length === 2);
  expect(store.get().stopping).toBeNull();
});
