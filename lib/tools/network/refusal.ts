import "server-only";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** Why a tool does not get where it wants to go: the status of the answer, and one sentence for who reads it. */
export type Refusal = { status: 400 | 403 | 407 | 502 | 503 | 504; sentence: string };

/** Answers a CONNECT with a refusal and lets go of the connection. */
export function refuseConnect(client: Socket, refusal: Refusal): void {
  const headers = headersOf(refusal).map((header) => header.join(": "));
  const head = [`HTTP/1.1 ${refusal.status} ${reasonOf(refusal)}`, ...headers, "", ""].join("\r\n");
  client.end(`${head}${refusal.sentence}\n`);
  client.resume();
  letGo(client);
}

/** Answers a plain request with a refusal and lets go of the connection. */
export function refuseRequest(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  response.writeHead(refusal.status, reasonOf(refusal), Object.fromEntries(headersOf(refusal)));
  response.write(`${refusal.sentence}\n`);
  // Ended with a body still on its way, the connection would be reset and the sentence lost.
  if (request.readableEnded) response.end();
  else request.resume().once("end", () => response.end());
  letGo(request.socket);
}

/** How long the other side may take to read why. */
const LINGER_MS = 5000;

function letGo(client: Socket): void {
  const late = setTimeout(() => client.destroy(), LINGER_MS).unref();
  client.once("close", () => clearTimeout(late));
}

/** Many clients show the reason of a refused CONNECT and not its body, so that both say it. */
function reasonOf({ status, sentence }: Refusal): string {
  return `${STATUS_CODES[status]}: ${sentence}`;
}

function headersOf({ status, sentence }: Refusal): [string, string][] {
  const challenge: [string, string][] = status === 407 ? [["Proxy-Authenticate", 'Basic realm="Toolroom"']] : [];
  return [
    ...challenge,
    ["Content-Type", "text/plain; charset=utf-8"],
    ["Content-Length", String(Buffer.byteLength(sentence) + 1)],
    ["Connection", "close"],
  ];
}
