import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Admission, findAdmission } from "./admission.ts";
import { forward, tunnel } from "./exchange.ts";
import { reach, readTarget } from "./reach.ts";
import { type Refusal, refuseConnect, refuseRequest } from "./refusal.ts";

/** Serves `CONNECT host:port`; rejects when nothing can be answered, and then the connection is to be destroyed. */
export async function serveConnect(
  admissions: Iterable<Admission>,
  { request, client }: { request: IncomingMessage; client: Socket },
): Promise<void> {
  const refuse = (refusal: Refusal) => refuseConnect(client, refusal);
  const entry = enter(admissions, request);
  if ("refusal" in entry) return refuse(entry.refusal);
  const target = readTarget(request.url ?? "");
  if (!target) return refuse({ status: 400, sentence: `CONNECT needs a host and a port, not ${quoted(request.url)}.` });
  const reached = await reach(target, entry);
  if ("refusal" in reached) return refuse(reached.refusal);
  if (client.destroyed) return void reached.socket.destroy();
  client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  tunnel(client, reached.socket);
}

/** Serves `GET http://host/path` and its like; rejects as `serveConnect` does. */
export async function serveRequest(
  admissions: Iterable<Admission>,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  for (const side of [request, response]) side.on("error", () => undefined);
  const refuse = (refusal: Refusal) => refuseRequest(request, response, refusal);
  const entry = enter(admissions, request);
  if ("refusal" in entry) return refuse(entry.refusal);
  const [, place = "", rest = ""] = /^http:\/\/([^/?#]+)([^#]*)$/i.exec(request.url ?? "") ?? [];
  const target = readTarget(place, 80);
  if (!target) {
    return refuse({ status: 400, sentence: `This proxy needs an http:// address, not ${quoted(request.url)}.` });
  }
  const reached = await reach(target, entry);
  if ("refusal" in reached) return refuse(reached.refusal);
  if (request.socket.destroyed) return void reached.socket.destroy();
  const path = rest.startsWith("/") ? rest : `/${rest}`;
  const onFailure = (sentence: string) => refuse({ status: 502, sentence });
  forward({ request, response }, { upstream: reached.socket, target, path, onFailure });
}

/** Counts the connection among those of its tool until it closes, which is when the signal aborts. */
function enter(
  admissions: Iterable<Admission>,
  { headers, socket }: IncomingMessage,
): { admission: Admission; signal: AbortSignal } | { refusal: Refusal } {
  const admission = findAdmission(admissions, headers["proxy-authorization"]);
  if (!admission) {
    return { refusal: { status: 407, sentence: "The token for this proxy is missing, or its tool has ended." } };
  }
  const { connections, limits } = admission;
  // A connection carries one exchange: a second that did not wait for the end of the first would be mixed into it.
  if (connections.has(socket)) throw new Error("A connection to the proxy was used twice.");
  if (connections.size >= limits.connections) {
    return { refusal: { status: 503, sentence: `This tool has ${limits.connections} connections open already.` } };
  }
  const gone = new AbortController();
  connections.add(socket);
  socket.once("close", () => {
    connections.delete(socket);
    gone.abort();
  });
  socket.setTimeout(limits.idleMs, () => socket.destroy());
  return { admission, signal: gone.signal };
}

function quoted(written = ""): string {
  return JSON.stringify(written.slice(0, 200).replace(/[^\x20-\x7e]/g, "?"));
}
