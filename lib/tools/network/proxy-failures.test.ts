import { once } from "node:events";
import net, { type Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { admitted, ask, connectTo, credentials, tcpServer, webServer } from "./proxy.test-support.ts";

const silent = () => {};

/** A server that keeps its connections, so that the test can look at them. */
async function keepingServer() {
  const sockets: Socket[] = [];
  const port = await tcpServer((socket) => sockets.push(socket.resume()));
  return { port, sockets };
}

test("nobody at the port, no such name and no answer are told apart", async () => {
  const port = await tcpServer(silent);
  const closed = await new Promise<number>((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
  const { token } = await admitted([`127.0.0.1:${closed}`, "name.invalid"], {
    lookup: () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" })),
  });
  expect(await connectTo(token, `127.0.0.1:${closed}`)).toMatchObject({
    status: 502,
    text: `127.0.0.1:${closed} could not be reached (ECONNREFUSED).\n`,
  });
  expect(await ask(token, "http://name.invalid/")).toMatchObject({
    status: 502,
    text: "The name name.invalid could not be resolved (ENOTFOUND).\n",
  });
  const { token: patient } = await admitted([`localhost:${port}`], {
    lookup: () => new Promise(silent),
    limits: { connectMs: 1 },
  });
  expect(await connectTo(patient, `localhost:${port}`)).toMatchObject({
    status: 504,
    text: `localhost:${port} did not answer within 0.001 seconds.\n`,
  });
});

test.each([
  ["nothing", ""],
  ["no HTTP", "220 ready\r\n"],
  ["a status there is not", "HTTP/1.1 099 None\r\n\r\n"],
  ["a reason that cannot be passed on", "HTTP/1.1 200 O\x01K\r\n\r\n"],
  ["a change of protocol", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"],
])("%s from the other side is a 502", async (_, bytes) => {
  const port = await tcpServer((socket) => void socket.once("data", () => socket.end(bytes)));
  const { token } = await admitted([`127.0.0.1:${port}`]);
  const { status, text } = await ask(token, `http://127.0.0.1:${port}/`);
  expect(status).toBe(502);
  expect(text).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} .*\\.\\n$`));
});

test("an answer that breaks off breaks off for the tool too", async () => {
  const port = await tcpServer(
    (socket) => void socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")),
  );
  const { token } = await admitted([`127.0.0.1:${port}`]);
  await expect(ask(token, `http://127.0.0.1:${port}/`)).rejects.toThrow("aborted");
});

test("an answer that comes before the body has been sent arrives whole", async () => {
  const port = await webServer((_, response) => response.writeHead(413).end("too much".repeat(50_000)));
  const { token, proxy } = await admitted([`127.0.0.1:${port}`]);
  const socket = net.connect(proxy.socketPath);
  const received = { length: 0 };
  socket.on("data", (chunk) => {
    received.length += chunk.length;
  });
  socket.write(
    `POST http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${credentials(token)}\r\nContent-Length: 9\r\n\r\nhalf`,
  );
  await once(socket, "close");
  expect(received.length).toBeGreaterThan(400_000);
});

test("when one side of a tunnel hangs up, so does the other", async () => {
  const { port, sockets } = await keepingServer();
  const { token } = await admitted([`127.0.0.1:${port}`]);
  const first = await connectTo(token, `127.0.0.1:${port}`);
  await vi.waitUntil(() => sockets[0]);
  first.socket.destroy();
  await vi.waitUntil(() => sockets[0]?.readableEnded || sockets[0]?.destroyed);
  const second = await connectTo(token, `127.0.0.1:${port}`);
  await vi.waitUntil(() => sockets[1]);
  sockets[1]?.resetAndDestroy();
  await once(second.socket.resume(), "close");
});

test("a tool that hangs up ends its request on the other side", async () => {
  const requests: { closed: boolean }[] = [];
  const port = await webServer((request) => {
    const seen = { closed: false };
    requests.push(seen);
    request.socket.once("close", () => {
      seen.closed = true;
    });
  });
  const { token, proxy } = await admitted([`127.0.0.1:${port}`]);
  const socket = net.connect(proxy.socketPath);
  socket.write(
    `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${credentials(token)}\r\n\r\n`,
  );
  await vi.waitUntil(() => requests.length === 1);
  socket.destroy();
  await vi.waitUntil(() => requests[0]?.closed);
});

test("no more connections at once than allowed, and one that ends makes room", async () => {
  const { port } = await keepingServer();
  const { token } = await admitted([`127.0.0.1:${port}`]);
  const target = `127.0.0.1:${port}`;
  const open = await Promise.all(Array.from({ length: 64 }, () => connectTo(token, target)));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await connectTo(token, target)).toMatchObject({
    status: 503,
    text: "This tool has 64 connections open already.\n",
  });
  const { token: other } = await admitted([target]);
  expect((await connectTo(other, target)).status).toBe(200);
  open[0]?.socket.destroy();
  await vi.waitUntil(async () => (await connectTo(token, target)).status === 200);
});

test("a tunnel in which nothing is said ends", async () => {
  const { port, sockets } = await keepingServer();
  const { token } = await admitted([`127.0.0.1:${port}`], { limits: { idleMs: 50 } });
  const { socket, status } = await connectTo(token, `127.0.0.1:${port}`);
  expect(status).toBe(200);
  await once(socket.resume(), "close");
  await vi.waitUntil(() => sockets[0]?.readableEnded || sockets[0]?.destroyed);
});

test("closing ends what is open, on both sides, and what is only being opened", async () => {
  const { port, sockets } = await keepingServer();
  const lookup = vi.fn(() => new Promise<never>(silent));
  const { token, close } = await admitted([`127.0.0.1:${port}`, "api.example.com"], { lookup });
  const { socket } = await connectTo(token, `127.0.0.1:${port}`);
  const waiting = ask(token, "http://api.example.com/").catch((error: Error) => error);
  await vi.waitUntil(() => sockets.length === 1 && lookup.mock.calls.length === 1);
  close();
  close();
  await once(socket.resume(), "close");
  expect(await waiting).toBeInstanceOf(Error);
  await vi.waitUntil(() => sockets[0]?.readableEnded || sockets[0]?.destroyed);
});
