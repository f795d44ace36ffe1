import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ConnectionSettings, openConnection } from "#lib/providers/connection.ts";
import { type Model, ModelFailure } from "#lib/providers/model.ts";
import { responsesModel } from "#lib/providers/responses.ts";
import type { Fault } from "../../support/model-server/script.ts";
import { withModelServer } from "../../support/model-server/with-model-server.ts";
import { ask, KEY, modelOf } from "./asking.ts";

const server = withModelServer();
const text = [{ type: "message", text: "Hello there, friend." }];

async function failureOf({ answer }: ReturnType<typeof ask>): Promise<ModelFailure> {
  const failure = await answer.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ModelFailure);
  return failure as ModelFailure;
}

const apis = ["responses", "chat"] as const;

test.for(
  apis.flatMap((api) =>
    (
      [
        [
          { kind: "status", status: 400, message: "No such setting." },
          false,
          /answered 400: "No such setting". Check the model/,
        ],
        [
          { kind: "status", status: 401, message: "Bad key." },
          false,
          /answered 401: "Bad key". Check the provider's key/,
        ],
        [
          { kind: "status", status: 404, message: "No model." },
          false,
          /answered 404: "No model". Check the model's name and the base URL/,
        ],
        [{ kind: "status", status: 408 }, true, /answered 408/],
        [{ kind: "status", status: 409 }, true, /answered 409/],
        [{ kind: "status", status: 429, code: "rate_limit_exceeded" }, true, /answered 429/],
        [{ kind: "status", status: 429, code: "insufficient_quota" }, false, /The account has nothing left/],
        [{ kind: "status", status: 500 }, true, /answered 500/],
        [{ kind: "html", status: 502 }, true, /answered 502: a web page/],
        [{ kind: "html", status: 200 }, false, /answered with a web page and not as a model/],
        [{ kind: "failed", after: 3 }, true, /could not finish its answer: "The server had an error" \(server_error\)/],
        [{ kind: "failed", code: "rate_limit_exceeded" }, true, /rate_limit_exceeded/],
        [{ kind: "error_event", after: 3, code: "server_overloaded" }, true, /server_overloaded/],
        [{ kind: "cut", after: 4 }, true, /was disconnected/],
        [{ kind: "cut_in_frame", after: 4 }, true, /was disconnected/],
        [{ kind: "malformed_frame", after: 3 }, true, /not JSON/],
      ] as [Fault, boolean, RegExp][]
    ).map(([fault, again, sentence]) => ({ api, fault, again, sentence })),
  ),
)("$api: $fault fails as it should", async ({ api, fault, again, sentence }) => {
  server.play([{ output: text, fault }]);
  const failure = await failureOf(ask(modelOf(server.url, { api })));
  expect(failure).toMatchObject({ again, code: "provider_failed", message: expect.stringMatching(sentence) });
});

test("an answer that ends in good order without its last event is no answer", async () => {
  server.play([{ output: text, fault: { kind: "no_end" } }]);
  expect(await failureOf(ask(modelOf(server.url)))).toMatchObject({ again: true });
});

test("an error that asking again does not change is told so", async () => {
  for (const kind of ["failed", "error_event"] as const) {
    server.play([{ output: text, fault: { kind, code: "invalid_prompt", message: "No." } }]);
    expect(await failureOf(ask(modelOf(server.url)))).toMatchObject({ again: false });
  }
});

test.for(apis)("%s: the text before a cut was told", async (api) => {
  server.play([{ output: text, chunk: 5, fault: { kind: "cut", after: api === "chat" ? 2 : 6 } }]);
  const asked = ask(modelOf(server.url, { api }));
  await failureOf(asked);
  const told = asked.deltas.map((delta) => delta.text).join("");
  expect(told).not.toBe("");
  expect("Hello there, friend.").toContain(told);
});

test("how long to wait is read from either header", async () => {
  const headers = [
    { "retry-after-ms": "50" },
    { "retry-after": "2" },
    { "retry-after": new Date(Date.now() + 60_000).toUTCString() },
    { "retry-after": "soon" },
  ];
  server.play(headers.map((each) => ({ fault: { kind: "status" as const, status: 429, headers: each } })));
  const waits: (number | null)[] = [];
  for (const _ of headers) waits.push((await failureOf(ask(modelOf(server.url)))).retryAfterMs);
  expect(waits).toEqual([50, 2000, expect.closeTo(59_000, -4), null]);
});

test("a server that falls silent is given up, before its first byte and after", async () => {
  for (const fault of [{ kind: "hang" }, { kind: "stall", after: 3 }] as const) {
    server.play([{ output: text, fault }]);
    const failure = await failureOf(ask(modelOf(server.url, { limits: { idleMs: 100 } })));
    expect(failure).toMatchObject({ again: true, message: expect.stringContaining("was silent for too long") });
  }
});

test("an answer without end, in time or size, is given up", async () => {
  server.play([{ output: text, fault: { kind: "hang" } }]);
  const late = await failureOf(ask(modelOf(server.url, { limits: { totalMs: 50 } })));
  expect(late).toMatchObject({ again: false, message: expect.stringContaining("within 0.05 seconds") });
  server.play([{ output: text }]);
  const large = await failureOf(ask(modelOf(server.url, { limits: { bytes: 200 } })));
  expect(large).toMatchObject({ again: false, message: expect.stringContaining("is larger than") });
});

test.for([{ kind: "hang" }, { kind: "stall", after: 3 }] as const)(
  "stopped during $kind, the request is closed and the signal's reason is thrown",
  async (fault) => {
    server.play([{ output: text, fault }]);
    const stop = new AbortController();
    const { answer } = ask(modelOf(server.url), {}, stop.signal);
    await server.held();
    stop.abort(new Error("stopped by a person"));
    await expect(answer).rejects.toThrow("stopped by a person");
    await expect.poll(() => server.aborted.length).toBe(1);
  },
);

test("stopped before it was sent, a request is not sent", async () => {
  const { answer } = ask(modelOf(server.url), {}, AbortSignal.abort(new Error("too late")));
  await expect(answer).rejects.toThrow("too late");
  expect(server.requests).toHaveLength(0);
});

test("a server that is not there, or has no name, is told apart", async () => {
  const closed = await failureOf(ask(modelOf("http://127.0.0.1:9/v1")));
  expect(closed).toMatchObject({ again: true, message: expect.stringContaining("127.0.0.1:9 refused the connection") });
  const nameless = await failureOf(ask(modelOf("http://nowhere.invalid/v1")));
  expect(nameless.message).toMatch(/nowhere.invalid/);
});

test("private addresses are refused unless they are allowed, whatever name leads there", async () => {
  for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254"]) {
    const url = server.url.replace("127.0.0.1", host);
    const failure = await failureOf(ask(modelOf(url, { allowPrivate: false })));
    expect(failure).toMatchObject({ again: false, message: expect.stringContaining("is not a public address") });
  }
  expect(server.requests).toHaveLength(0);
});

let sly: Server;
let model: Model;

beforeAll(async () => {
  sly = createServer((request, response) => {
    const { authorization, "x-team": team } = request.headers;
    if (request.url?.startsWith("/redirect")) {
      response.writeHead(307, { location: `${server.url}/responses?key=${KEY}` }).end();
    } else if (request.url?.startsWith("/packed")) {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end("x");
    } else if (request.url?.startsWith("/deaf")) {
      request.socket.end("SSH-2.0-OpenSSH_9.2\r\n");
    } else {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `Wrong: ${authorization} and ${team}`, code: authorization } }));
    }
  });
  await new Promise<void>((resolve) => sly.listen(0, "127.0.0.1", resolve));
  model = slyModel("/v1");
});

afterAll(() => {
  sly.closeAllConnections();
  sly.close();
});

function slyModel(path: string, settings: Partial<ConnectionSettings> = {}): Model {
  return modelOf(`http://127.0.0.1:${(sly.address() as AddressInfo).port}${path}`, {
    headers: { "X-Team": "team-secret-77" },
    ...settings,
  });
}

test("key and headers are in no failure, though the server repeats them", async () => {
  const failure = await failureOf(ask(model));
  expect(failure.message).toContain('"Wrong: Bearer [redacted] and [redacted]"');
  const everything = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
  expect(everything).not.toContain(KEY);
  expect(everything).not.toContain("team-secret-77");
});

test("a redirect is not followed, and told", async () => {
  const failure = await failureOf(ask(slyModel("/redirect")));
  expect(failure).toMatchObject({
    again: false,
    message: expect.stringContaining(`It sends on to ${server.url}/responses;`),
  });
  expect(failure.message).not.toContain(KEY);
  expect(server.requests).toHaveLength(0);
});

test("an answer that is read whole may not be too large either", async () => {
  const failure = await failureOf(ask(slyModel("/v1", { limits: { bytes: 10 } })));
  expect(failure).toMatchObject({ again: false, message: expect.stringContaining("is larger than") });
});

test("what is no base URL is told", () => {
  for (const url of ["", "localhost:11434/v1", "ftp://a.test", "http://"]) {
    expect(() => modelOf(url)).toThrow(`"${url}" is not a base URL`);
  }
});

test("what is no HTTP, or packed, is told", async () => {
  expect((await failureOf(ask(slyModel("/packed")))).message).toContain('in the encoding "gzip"');
  expect((await failureOf(ask(slyModel("/deaf")))).message).toContain("does not speak HTTP");
});

test("nothing of the environment is sent, and nothing is written to the console", async () => {
  const names = ["OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_CUSTOM_HEADERS", "OPENAI_BASE_URL"];
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  Object.assign(process.env, Object.fromEntries(names.map((name) => [name, "x-other: environment-secret"])), {
    OPENAI_LOG: "debug",
  });
  const lines = vi.spyOn(console, "debug");
  try {
    server.play([{ output: text }]);
    const connection = openConnection({ api: "responses", baseUrl: server.url, key: null, allowPrivate: true });
    await ask(responsesModel(connection)).answer;
    const [request] = server.requests;
    expect(JSON.stringify(request?.headers)).not.toContain("environment-secret");
    expect(request?.headers).not.toHaveProperty("authorization");
    expect(lines).not.toHaveBeenCalled();
  } finally {
    delete process.env.OPENAI_LOG;
    for (const name of names) delete process.env[name];
    for (const [name, value] of Object.entries(before)) if (value !== undefined) process.env[name] = value;
  }
});
