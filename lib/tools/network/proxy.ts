import "server-only";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { singleton } from "#lib/core/singleton.ts";
import { socketPath } from "../launcher.ts";
import { type Admission, type AdmitOptions, makeAdmission } from "./admission.ts";
import { serveConnect, serveRequest } from "./serve.ts";

/** The way out for tools that may reach listed hosts only: one server at a Unix socket and at a port of 127.0.0.1. */
export type NetworkProxy = {
  socketPath: string;
  port: number;
  /**
   * Lets in who sends `Proxy-Authorization: Basic base64("toolroom:" + token)`, to these hosts, until `close` is called,
   * which also ends the connections. Throws `invalid_input` for an entry that is no host.
   */
  admit: (hosts: readonly string[], options?: AdmitOptions) => { token: string; close: () => void };
};

/** The process's one proxy, started at first use; it keeps no process alive. Rejects when it cannot listen. */
export function networkProxy(): Promise<NetworkProxy> {
  const held = singleton("network-proxy", () => ({ value: undefined as Promise<NetworkProxy> | undefined }));
  held.value ??= start().catch((error: unknown) => {
    // What stood in the way, a full disk for one, may be gone at the next use.
    held.value = undefined;
    throw error;
  });
  return held.value;
}

/** Of all tools together: the studio's own descriptors must not run out. */
const MOST_CONNECTIONS = 1024;
const HEADERS_MS = 10_000;
async function start(): Promise<NetworkProxy> {
  const admissions = new Set<Admission>();
  // Whose folder goes when this process has ended, however it ends.
  const path = await socketPath("proxy");
  const [, { port }] = await Promise.all([
    listen(makeServer(admissions), { path }),
    listen(makeServer(admissions), { host: "127.0.0.1", port: 0 }),
  ]);
  return { socketPath: path, port, admit: (hosts, options) => admit(admissions, makeAdmission(hosts, options)) };
}

async function listen(server: Server, place: { path: string } | { host: string; port: number }): Promise<AddressInfo> {
  server.listen(place);
  await once(server, "listening");
  server.unref();
  return server.address() as AddressInfo;
}

function admit(admissions: Set<Admission>, { admission, token }: ReturnType<typeof makeAdmission>) {
  admissions.add(admission);
  const close = () => {
    admissions.delete(admission);
    for (const client of admission.connections) client.destroy();
  };
  return { token, close };
}

function makeServer(admissions: Set<Admission>): Server {
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: 0 });
  server.maxConnections = MOST_CONNECTIONS;
  server.on("connection", (client) => client.on("error", () => undefined));
  server.on("request", (request, response) => {
    // Nothing is left to say to a connection whose exchange failed in a way nobody thought of.
    serveRequest(admissions, { request, response }).catch(() => request.socket.destroy());
  });
  server.on("connect", (request, stream, head) => {
    const client = stream as Socket;
    client.unshift(head);
    serveConnect(admissions, { request, client }).catch(() => client.destroy());
  });
  return server;
}
