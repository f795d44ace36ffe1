import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type NetworkProxy, networkProxy } from "./proxy.ts";

type Answer = { status: number; text: string; rawHeaders: string[] };

// Its socket lies with the launcher's, which asks for a data folder that nothing is written to here.
process.env.TOOLROOM_DATA ??= path.join(os.tmpdir(), "toolroom-no-data");

/** A token for these hosts, closed when the test ends. */
export async function admitted(...[hosts, options]: Parameters<NetworkProxy["admit"]>) {
  const proxy = await networkProxy();
  const admission = proxy.admit(hosts, options);
  onTestFinished(admission.close);
  return { ...admission, proxy };
}

/** An HTTP server on this machine; its port. */
export async function webServer(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A TCP server on this machine; its port. */
export async function tcpServer(serve: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    serve(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

export const credentials = (token: string) => `Basic ${Buffer.from(`toolroom:${token}`).toString("base64")}`;

/** A plain request through the proxy's Unix socket. */
export async function ask(token: string, url: string, init: { method?: string; body?: string } = {}): Promise<Answer> {
  const { socketPath } = await networkProxy();
  const headers = { "Proxy-Authorization": credentials(token) };
  const outgoing = request({ socketPath, path: url, method: init.method ?? "GET", headers, agent: false });
  outgoing.end(init.body);
  const [incoming] = await once(outgoing, "response");
  return { status: incoming.statusCode, text: await text(incoming), rawHeaders: incoming.rawHeaders };
}

/** Opens a tunnel through the proxy's port, or reads why there is none. */
export async function connectTo(
  token: string,
  target: string,
): Promise<{ status: number; text: string; socket: Socket }> {
  const { port } = await networkProxy();
  const headers = { "Proxy-Authorization": credentials(token) };
  const outgoing = request({ host: "127.0.0.1", port, method: "CONNECT", path: target, headers, agent: false });
  outgoing.end();
  const [incoming, socket, head] = await once(outgoing, "connect");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.unshift(head);
  return { status: incoming.statusCode, text: incoming.statusCode === 200 ? "" : await text(socket), socket };
}

/** Writes these bytes to the proxy's port; all that comes back until it hangs up. */
export async function say(bytes: string): Promise<string> {
  const { port } = await networkProxy();
  const socket = net.connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.write(bytes);
  const said = await text(socket);
  socket.end();
  return said;
}
