import "server-only";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an address belongs to the public internet: one of a private, local, reserved or translated range, a cloud's
 * metadata service and anything that is no address do not.
 */
export function isPublicAddress(ip: string): boolean {
  // The library also reads octal, hexadecimal and shortened forms, which resolvers never answer.
  if (isIP(ip) === 0 || ip.includes("%") || PLATFORM_ADDRESSES.has(ip)) return false;
  const address = ipaddr.parse(ip);
  // All it does not know is "unicast" to it, but only a part of IPv6 is handed out: `::127.0.0.1` lies outside.
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return false;
  return address.range() === "unicast";
}

/** Whether an address is this machine itself. */
export function isLoopbackAddress(ip: string): boolean {
  return isIP(ip) !== 0 && ipaddr.process(ip).range() === "loopback";
}

/** In a public range, and yet answered by the machine's own host: the agent of one cloud, which knows its secrets. */
const PLATFORM_ADDRESSES = new Set(["168.63.129.16"]);

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
