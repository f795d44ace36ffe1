import "server-only";
import { type IncomingMessage, request as requestUpstream, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream";
import type { Target } from "./reach.ts";

/** Carries bytes both ways until both sides have ended; when one breaks off, so does the other. */
export function tunnel(client: Socket, upstream: Socket): void {
  client.pipe(upstream);
  upstream.pipe(client);
  tie(client, upstream);
  tie(upstream, client);
}

/**
 * Carries one plain request and its answer, which may go on at the same time, over a connection that is open already.
 * When it ends before an answer began, `onFailure` gets a sentence.
 */
export function forward(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { upstream, target, path, onFailure }: Onward,
): void {
  const place = `${target.host}:${target.port}`;
  const fail = (sentence: string) => {
    request.unpipe();
    upstream.destroy();
    // An answer that has begun is ended, or broken off, by where it comes from.
    if (!response.headersSent) onFailure(sentence);
  };
  request.socket.once("close", () => upstream.destroy());
  const outgoing = requestUpstream({
    createConnection: () => upstream,
    method: request.method ?? "GET",
    path,
    headers: requestHeaders(request, target),
  });
  outgoing.on("error", (error) => {
    fail(`${place} broke off before it answered (${(error as NodeJS.ErrnoException).code ?? "unknown error"}).`);
  });
  outgoing.on("upgrade", () => fail(`${place} answered with a change of protocol nobody asked for.`));
  outgoing.on("response", (incoming) => {
    try {
      const headers = [...passedOn(incoming), "Connection", "close"];
      response.writeHead(incoming.statusCode ?? 0, incoming.statusMessage, headers);
    } catch {
      // A status or header that the parser lets through and HTTP does not know.
      fail(`${place} gave an answer that is not HTTP.`);
      return;
    }
    pipeline(incoming, response, () => upstream.destroy());
  });
  request.pipe(outgoing);
}

type Onward = {
  upstream: Socket;
  target: Target;
  /** With its query, as it was sent. */
  path: string;
  onFailure: (sentence: string) => void;
};

/** Between two hops and not from end to end; the length of a body is set anew, `Expect` has been answered. */
const ONE_HOP = /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|host|content-length|expect|proxy-.*)$/;
const WITHOUT_BODY = /^(GET|HEAD|DELETE|OPTIONS|TRACE)$/;

function tie(one: Socket, other: Socket): void {
  one.once("close", () => {
    if (!one.readableEnded || !one.writableFinished) other.destroy();
  });
}

function requestHeaders(request: IncomingMessage, { host, port }: Target): string[] {
  const framing = framingOf(request);
  if (framing.length === 0 && !WITHOUT_BODY.test(request.method ?? "")) framing.push("Content-Length", "0");
  const ownHost = ["Host", port === 80 ? host : `${host}:${port}`];
  return [...ownHost, ...endToEnd(request), ...framing, "Connection", "close"];
}

function passedOn(incoming: IncomingMessage): string[] {
  const { "content-length": length, "transfer-encoding": encoding } = incoming.headers;
  return [...endToEnd(incoming), ...(length === undefined || encoding !== undefined ? [] : ["Content-Length", length])];
}

/** As the parser understood it, whatever `Connection` names: two views of where a body ends make two requests of one. */
function framingOf({ headers }: IncomingMessage): string[] {
  if (headers["transfer-encoding"] !== undefined) return ["Transfer-Encoding", "chunked"];
  return headers["content-length"] === undefined ? [] : ["Content-Length", headers["content-length"]];
}

function endToEnd({ headers, rawHeaders }: IncomingMessage): string[] {
  const named = new Set((headers.connection ?? "").toLowerCase().split(/[\s,]+/));
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!ONE_HOP.test(name.toLowerCase()) && !named.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
