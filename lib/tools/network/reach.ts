import "server-only";
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { isLoopbackAddress, isPublicAddress } from "#lib/core/private-address.ts";
import type { NetworkPolicy } from "../schema.ts";
import type { Admission } from "./admission.ts";
import { allows, canonicalHost } from "./policy.ts";
import type { Refusal } from "./refusal.ts";

/** Where a tool wants to go, its host in the one spelling of `canonicalHost`. */
export type Target = { host: string; port: number };

/** A host and a port as written, IPv6 in brackets; the port may be left out when one is usual. Null for anything else. */
export function readTarget(written: string, usualPort?: number): Target | null {
  const [, name = "", digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(written) ?? [];
  const host = canonicalHost(name);
  const port = digits === undefined ? usualPort : Number(digits);
  return host !== null && port !== undefined && port >= 1 && port <= 65_535 ? { host, port } : null;
}

/**
 * Connects to what an admission allows. A name is resolved once and the connection goes to an address that was checked,
 * since a second answer could be another one. Never rejects; the signal gives up.
 */
export async function reach(
  target: Target,
  { admission, signal }: { admission: Admission; signal: AbortSignal },
): Promise<{ socket: Socket } | { refusal: Refusal }> {
  const { policy, limits } = admission;
  const place = `${target.host}:${target.port}`;
  if (!allows(policy, target.host, target.port))
    return refuse(403, `This tool may not reach ${place}; its config.json allows ${listed(policy)}.`);
  const attempt = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMs)]);
  const begun: { socket?: Socket } = {};
  try {
    const all = await unlessAborted(resolve(target.host, admission), attempt);
    const addresses = all.filter(({ address }) => isOpen(target.host, address));
    if (addresses.length === 0) return refuse(403, privateSentence(target, all));
    begun.socket = open(target, addresses);
    await once(begun.socket, "connect", { signal: attempt });
    return { socket: begun.socket };
  } catch (error) {
    begun.socket?.destroy();
    if (attempt.aborted) return refuse(504, `${place} did not answer within ${limits.connectMs / 1000} seconds.`);
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    if (!begun.socket) return refuse(502, `The name ${target.host} could not be resolved (${code}).`);
    return refuse(502, `${place} could not be reached (${code}).`);
  }
}

const MOST_LISTED = 8;
const NEXT_ADDRESS_MS = 1000;

function refuse(status: Refusal["status"], sentence: string): { refusal: Refusal } {
  return { refusal: { status, sentence } };
}

function listed(policy: NetworkPolicy): string {
  if (policy.mode !== "hosts") return "no host";
  const rest = policy.hosts.length - MOST_LISTED;
  return policy.hosts.slice(0, MOST_LISTED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

async function resolve(host: string, { lookup }: Admission): Promise<LookupAddress[]> {
  const family = isIP(bare(host));
  return family === 0 ? await lookup(host) : [{ address: bare(host), family }];
}

/** An address was listed as it is, or it would not have come this far; "localhost" says itself where it leads. */
function isOpen(host: string, address: string): boolean {
  if (isIP(bare(host)) !== 0) return true;
  return host === "localhost" ? isLoopbackAddress(address) : isPublicAddress(address);
}

function privateSentence({ host, port }: Target, [found]: LookupAddress[]): string {
  if (!found) return `The name ${host} has no address.`;
  const address = found.family === 6 ? `[${found.address}]` : found.address;
  return `${host} is at ${found.address}, which is not a public address; to reach it, config.json must list "${address}:${port}" itself and the tool must use that address.`;
}

function open({ host, port }: Target, addresses: LookupAddress[]): Socket {
  const socket = connect({
    host: bare(host),
    port,
    lookup: (_host, _options, done) => done(null, addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    noDelay: true,
    // Either side may say that it has no more to send and still listen.
    allowHalfOpen: true,
  });
  return socket.on("error", () => undefined);
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((settle, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(settle, reject);
  });
}
