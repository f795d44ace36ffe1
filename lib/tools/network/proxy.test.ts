import { once } from "node:events";
import { stat } from "node:fs/promises";
import net, { type Socket } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { admitted, ask, connectTo, credentials, say, tcpServer, webServer } from "./proxy.test-support.ts";
import { networkProxy } from "./proxy.ts";

const echo = (socket: Socket) => void socket.pipe(socket);

async function nextText(socket: Socket): Promise<string> {
  const [chunk] = await once(socket, "data");
  return String(chunk);
}

test("there is one proxy, and its socket lies where nobody else can look and takes nobody else's connection", async () => {
  const proxy = await networkProxy();
  expect(await networkProxy()).toBe(proxy);
  expect(Buffer.byteLength(proxy.socketPath)).toBeLessThan(100);
  expect((await stat(path.dirname(proxy.socketPath))).mode & 0o066).toBe(0);
  expect((await stat(proxy.socketPath)).mode & 0o022).toBe(0);
});

test("an entry that is no host is refused when the tool is let in", async () => {
  const { admit } = await networkProxy();
  expect(() => admit(["https://api.example.com/"])).toThrow(
    '"https://api.example.com/" cannot be allowed: write "api.example.com".',
  );
});

test("without the token nobody gets out, and none is good once closed", async () => {
  const port = await webServer((_, response) => response.end("reached"));
  const { token, close } = await admitted([`127.0.0.1:${port}`]);
  const url = `http://127.0.0.1:${port}/`;
  for (const wrong of ["", "x", `${token}x`, token.slice(1)]) expect((await ask(wrong, url)).status).toBe(407);
  const basic = Buffer.from(`other:${token}`).toString("base64");
  for (const header of ["", "Proxy-Authorization: Bearer x\r\n", `Proxy-Authorization: Basic ${basic}\r\n`]) {
    const answer = await say(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${header}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 407 .*\r\nProxy-Authenticate: Basic /);
  }
  expect(await ask(token, url)).toMatchObject({ status: 200, text: "reached" });
  close();
  expect(await ask(token, url)).toMatchObject({
    status: 407,
    text: "The token for this proxy is missing, or its tool has ended.\n",
  });
});

test("a host that is not listed is refused with what is", async () => {
  const lookup = vi.fn();
  const { token } = await admitted(["api.example.com", "10.0.0.5:8080"], { lookup });
  const sentence = "This tool may not reach example.com:443; its config.json allows api.example.com, 10.0.0.5:8080.\n";
  const { status, text } = await connectTo(token, "example.com:443");
  expect({ status, text }).toEqual({ status: 403, text: sentence });
  expect(await ask(token, "http://example.com:443/")).toMatchObject({ status: 403, text: sentence });
  expect((await ask(token, "http://example.com/", { method: "POST", body: "x".repeat(300_000) })).status).toBe(403);
  expect(lookup).not.toHaveBeenCalled();
  const { token: other } = await admitted([]);
  expect((await ask(other, "http://127.0.0.1/")).text).toContain("its config.json allows no host.");
});

test("a port that is not listed is refused, and so is an address that only looks like the listed one", async () => {
  const port = await webServer((_, response) => response.end("reached"));
  const { token } = await admitted(["127.0.0.1", `localhost:${port}`]);
  for (const host of ["127.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0", "localhost.localdomain"]) {
    expect((await ask(token, `http://${host}:${port}/`)).status, host).toBe(403);
  }
});

test("localhost is reached when it is listed, and not otherwise", async () => {
  const port = await webServer((_, response) => response.end("reached"));
  const { token } = await admitted([`localhost:${port}`]);
  expect(await ask(token, `http://LOCALHOST.:${port}/`)).toMatchObject({ status: 200, text: "reached" });
  const { token: other } = await admitted([`127.0.0.1:${port}`]);
  expect((await ask(other, `http://localhost:${port}/`)).status).toBe(403);
});

test.each([
  ["api.example.com", "10.0.0.5"],
  ["api.example.com", "127.0.0.1"],
  ["api.example.com", "169.254.169.254"],
  ["localhost", "10.0.0.5"],
])("%s is refused at the address %s", async (host, address) => {
  const { token } = await admitted([host], { lookup: async () => [{ address, family: 4 }] });
  expect(await ask(token, `http://${host}/`)).toMatchObject({
    status: 403,
    text: `${host} is at ${address}, which is not a public address; to reach it, config.json must list "${address}:80" itself and the tool must use that address.\n`,
  });
});

test("a name is resolved once, and the connection goes to the address that was checked", async () => {
  const port = await webServer((_, response) => response.end("reached"));
  const lookup = vi.fn(async () => [{ address: "10.0.0.5", family: 4 }]);
  lookup.mockResolvedValueOnce([
    { address: "10.0.0.6", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ]);
  const { token } = await admitted([`localhost:${port}`], { lookup });
  expect(await ask(token, `http://localhost:${port}/`)).toMatchObject({ status: 200, text: "reached" });
  expect(lookup.mock.calls).toEqual([["localhost"]]);
});

test("a tunnel carries bytes both ways, those sent too early as well, and its end", async () => {
  const port = await tcpServer(echo);
  const { token, proxy } = await admitted([`127.0.0.1:${port}`]);
  const socket = net.connect({ path: proxy.socketPath, allowHalfOpen: true });
  socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: ${credentials(token)}\r\n\r\nearly `);
  expect(await nextText(socket)).toMatch(/^HTTP\/1\.1 200 [^\r]*\r\n\r\n/);
  const rest = text(socket);
  const bytes = "é".repeat(500_000);
  socket.end(bytes);
  expect((await rest).replace("early ", "")).toBe(bytes);
});

test("a side that has no more to send still listens", async () => {
  const heard = Promise.withResolvers<string>();
  const port = await tcpServer((socket) => {
    socket.end("all said");
    text(socket).then(heard.resolve, heard.reject);
  });
  const { token, proxy } = await admitted([`127.0.0.1:${port}`]);
  const socket = net.connect({ path: proxy.socketPath, allowHalfOpen: true });
  socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: ${credentials(token)}\r\n\r\n`);
  expect(await text(socket)).toMatch(/\r\n\r\nall said$/);
  socket.end("and answered");
  expect(await heard.promise).toBe("and answered");
});

test("a body streams both ways at once", async () => {
  const port = await webServer((request, response) => {
    response.writeHead(200, { "Content-Type": "text/plain" });
    response.flushHeaders();
    request.pipe(response);
  });
  const { token, proxy } = await admitted([`127.0.0.1:${port}`]);
  const socket = net.connect(proxy.port, "127.0.0.1");
  const received = { text: "" };
  socket.on("data", (chunk) => {
    received.text += chunk;
  });
  socket.write(
    `POST http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${credentials(token)}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  for (const word of ["first", "other"]) {
    socket.write(`5\r\n${word}\r\n`);
    await vi.waitUntil(() => received.text.includes(word));
  }
  socket.write("0\r\n\r\n");
  await once(socket, "close");
  expect(received.text).toMatch(/\r\n0\r\n\r\n$/);
});

test("the address decides over Host, and what is between two hops stays there", async () => {
  const port = await webServer((request, response) => {
    response.setHeader("Set-Cookie", ["a=1", "b=2"]);
    response.setHeader("Connection", "X-Hop");
    response.setHeader("X-Hop", "1");
    response.end(JSON.stringify([request.url, request.rawHeaders]));
  });
  const { token } = await admitted([`127.0.0.1:${port}`]);
  const lines = [
    `GET http://127.0.0.1:${port}/a/../b?q=%20 HTTP/1.1`,
    "Host: internal.example.com",
    `Proxy-Authorization: ${credentials(token)}`,
    "Proxy-Connection: keep-alive",
    "Connection: keep-alive, X-Named",
    "X-Named: 1",
    "X-Kept: 1",
    "x-kept: 2",
    "Upgrade: websocket",
    "TE: trailers",
  ];
  const answer = await say(`${lines.join("\r\n")}\r\n\r\n`);
  expect(JSON.parse(/\[.*\]/.exec(answer)?.[0] ?? "")).toEqual([
    "/a/../b?q=%20",
    ["Host", `127.0.0.1:${port}`, "X-Kept", "1", "x-kept", "2", "Connection", "close"],
  ]);
  expect(answer.match(/^(Set-Cookie|X-Hop|Connection): .*/gm)).toEqual([
    "Set-Cookie: a=1",
    "Set-Cookie: b=2",
    "Connection: close",
  ]);
});

test("a redirect is given to the tool and not followed", async () => {
  const port = await webServer((_, response) => response.writeHead(302, { Location: "http://10.0.0.5/" }).end());
  const { token } = await admitted([`127.0.0.1:${port}`]);
  expect((await ask(token, `http://127.0.0.1:${port}`)).status).toBe(302);
});

test("the body of a request stays its body, whatever its headers say", async () => {
  const seen: unknown[] = [];
  const port = await webServer(async (request, response) => {
    seen.push([request.method, request.url, await text(request)]);
    response.end();
  });
  const { token } = await admitted([`127.0.0.1:${port}`]);
  const inner = "GET /inner HTTP/1.1\r\nHost: x\r\n\r\n";
  const start = `http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${credentials(token)}\r\n`;
  const chunked = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
  await say(`GET ${start}Transfer-Encoding: chunked\r\n\r\n${chunked}`);
  await say(`GET ${start}Content-Length: ${inner.length}\r\nConnection: Content-Length\r\n\r\n${inner}`);
  await say(`POST ${start}\r\n`);
  expect(seen).toEqual([
    ["GET", "/", inner],
    ["GET", "/", inner],
    ["POST", "/", ""],
  ]);
});

test("a connection carries one exchange", async () => {
  const urls: unknown[] = [];
  const port = await webServer((request) => urls.push(request.url));
  const { token } = await admitted([`127.0.0.1:${port}`]);
  const one = (name: string) =>
    `GET http://127.0.0.1:${port}/${name} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${credentials(token)}\r\n\r\n`;
  expect(await say(one("first") + one("second")).catch(() => "")).toBe("");
  expect(urls).not.toContain("/second");
});

test.each([
  "",
  "host",
  "host:",
  "host:0",
  "host:99999",
  "user@host:1",
  "[::1:80",
  "a b:1",
  "http://host:1/",
  ":1",
  "*:1",
])("CONNECT %j is malformed", async (target) => {
  const { token } = await admitted(["host:1"]);
  const answer = await say(`CONNECT ${target} HTTP/1.1\r\nProxy-Authorization: ${credentials(token)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  "/",
  "*",
  "http:///x",
  "https://host/",
  "ftp://host/",
  "http://u:p@host/",
  "http://host:0/",
  "http://a\\@host/",
])("a request for %j is malformed", async (url) => {
  const { token } = await admitted(["host"]);
  const head = `OPTIONS ${url} HTTP/1.1\r\nHost: host\r\nProxy-Authorization: ${credentials(token)}\r\n\r\n`;
  expect(await say(head)).toMatch(/^HTTP\/1\.1 400 /);
});
