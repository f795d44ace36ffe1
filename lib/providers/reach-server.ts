import "server-only";
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, isIP } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { isPublicAddress } from "#lib/core/private-address.ts";
import type { Connection } from "./connection.ts";
import { failureOf } from "./exchange.ts";
import { privateAddress } from "./failures.ts";
import type { ProviderCheck } from "./schema.ts";

/** Looks up the server's name and connects to what was found, securely where its address asks for that; never rejects. */
export async function reachServer(connection: Connection): Promise<ProviderCheck[]> {
  const { hostname } = new URL(connection.address);
  const host = hostname.replace(/^\[|\]$/g, "");
  try {
    const found = await lookup(host, { all: true });
    const addresses = connection.allowPrivate ? found : found.filter(({ address }) => isPublicAddress(address));
    if (addresses.length === 0) throw privateAddress(host, found[0]?.address ?? "no address");
    const name: ProviderCheck = {
      step: "name",
      result: "passed",
      sentence: `${host} is at ${addresses.map(({ address }) => address).join(", ")}.`,
    };
    return [name, await tryConnecting(connection, { host, addresses })];
  } catch (error) {
    return [{ step: "name", result: "failed", sentence: sentenceOf(failureOf(connection, error)) }];
  }
}

const CONNECT_MS = 10_000;

async function tryConnecting(
  connection: Connection,
  { host, addresses }: { host: string; addresses: LookupAddress[] },
): Promise<ProviderCheck> {
  const { protocol, port } = new URL(connection.address);
  const isSecure = protocol === "https:";
  const options = {
    host,
    port: Number(port || (isSecure ? 443 : 80)),
    autoSelectFamily: true,
    // To what was looked up and checked; another look could find another place.
    lookup: (_host: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, addresses),
  };
  const socket = isSecure
    ? connectSecurely({ ...options, servername: isIP(host) === 0 ? host : "" })
    : connect(options);
  try {
    await once(socket, isSecure ? "secureConnect" : "connect", { signal: AbortSignal.timeout(CONNECT_MS) });
    const how = isSecure ? "a connection that its certificate secures" : "a connection that is not encrypted";
    return { step: "connection", result: "passed", sentence: `${host} accepts ${how}.` };
  } catch (error) {
    const late = Object.assign(new Error("late"), { code: "ETIMEDOUT" });
    const isLate = error instanceof Error && error.name === "AbortError";
    const sentence = sentenceOf(failureOf(connection, isLate ? late : error));
    return { step: "connection", result: "failed", sentence };
  } finally {
    socket.destroy();
  }
}

function sentenceOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
