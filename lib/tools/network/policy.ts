import "server-only";
import { isIPv4, isIPv6 } from "node:net";
import { z } from "zod";
import type { NetworkPolicy } from "../schema.ts";

/**
 * Reads `sandbox.network` of a tool's `config.json`: `"none"`, `"all"` or `{ "allow": ["api.example.com", "10.0.0.5:8080"] }`.
 * The message of an issue names the entry and what to write instead.
 */
export const NetworkSetting = z.unknown().transform((said, context): NetworkPolicy => {
  if (said === "none" || said === "all") return { mode: said };
  const list = AllowList.safeParse(said);
  if (!list.success) {
    context.addIssue({ code: "custom", message: 'write "none", "all" or { "allow": ["api.example.com"] }' });
    return z.NEVER;
  }
  const entries = list.data.allow.map(readEntry);
  for (const [index, entry] of entries.entries()) {
    if ("problem" in entry) context.addIssue({ code: "custom", path: ["allow", index], message: entry.problem });
  }
  const hosts = new Set(entries.flatMap((entry) => ("host" in entry ? [entry.host] : [])));
  return hosts.size === 0 ? { mode: "none" } : { mode: "hosts", hosts: [...hosts] };
});

/** Whether a tool may connect to a name or address at a port, by what is listed alone: the name is not resolved. */
export function allows(policy: NetworkPolicy, host: string, port: number): boolean {
  if (policy.mode !== "hosts") return policy.mode === "all";
  const name = canonicalHost(isIPv6(host) ? `[${host}]` : host);
  return name !== null && policy.hosts.some((entry) => matches(entry, name, port));
}

/**
 * The one spelling of a name or address: lower case, in ASCII, without a last dot, IPv6 in brackets; null when it is
 * neither. What is checked and what is connected to must both be this.
 */
export function canonicalHost(written: string): string | null {
  const url = `http://${written}`;
  if (!HOST.test(written) || !URL.canParse(url)) return null;
  const host = new URL(url).hostname.replace(/\.$/, "");
  return host.startsWith("[") || (NAME.test(host) && host.length <= LONGEST_NAME) ? host : null;
}

const AllowList = z.strictObject({ allow: z.array(z.unknown()) });

const USUAL_PORTS = [80, 443];
const LONGEST_NAME = 253;
const ENTRY = /^(\*\.)?(\[[^\]]*\]|[^:]*)(?::(\d+))?$/;
const HOST = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@:\\[\]%*]+)$/i;
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

function matches(entry: string, name: string, port: number): boolean {
  const [, star, host = "", listedPort] = ENTRY.exec(entry) ?? [];
  const isPort = listedPort === undefined ? USUAL_PORTS.includes(port) : Number(listedPort) === port;
  return isPort && (star ? name.endsWith(`.${host}`) : name === host);
}

function readEntry(written: unknown): { host: string } | { problem: string } {
  if (typeof written !== "string") return problem(written, `write text such as "api.example.com"`);
  const [, star = "", name = "", port] = ENTRY.exec(written) ?? [];
  const host = canonicalHost(name);
  if (host === null || (star && isAddress(host))) return problem(written, adviceFor(written));
  // "8080" and "127.1" are addresses to a browser, and hardly what was meant.
  if (isIPv4(host) && host !== name) return problem(written, `write "${host}" if this address is meant`);
  if (port === undefined) return { host: star + host };
  const number = Number(port);
  if (number < 1 || number > 65_535) return problem(written, "its port must be from 1 to 65535");
  return { host: `${star}${host}:${number}` };
}

function problem(written: unknown, advice: string): { problem: string } {
  return { problem: `${JSON.stringify(written)} cannot be allowed: ${advice}` };
}

function adviceFor(written: string): string {
  if (written === "*") return `write "network": "all" to allow every host`;
  if (isIPv6(written)) return `write "[${written}]", with a port after the brackets if it is not 80 or 443`;
  if (written.includes("://") && URL.canParse(written)) {
    const { hostname, port } = new URL(written);
    if (canonicalHost(hostname)) return `write "${canonicalHost(hostname)}${port && `:${port}`}"`;
  }
  if (written.includes("/")) return "write one name or address, without a path and not as a range";
  if (written.includes("*")) return `a star stands only in front of a name, as in "*.example.com"`;
  return `write a name or an address and perhaps a port, such as "api.example.com" or "10.0.0.5:8080"`;
}

function isAddress(host: string): boolean {
  return host.startsWith("[") || isIPv4(host);
}
