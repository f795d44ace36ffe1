import "server-only";
import { singleton } from "#lib/core/singleton.ts";
import type { SandboxLevel } from "#lib/runs/schema.ts";
import type { NetworkPolicy } from "../schema.ts";
import { networkProxy } from "./proxy.ts";

/** How a tool's process reaches what its policy allows: what its sandbox is told, and the variables that its libraries look at. */
export type Egress = {
  network: { mode: "none" } | { mode: "all" } | { mode: "hosts"; socket: string; port: number };
  variables: Record<string, string>;
};

/** Where the forwarder listens in a network namespace; lib/tools/harness/forward.py has the same number. */
const FORWARDED_PORT = 3128;

/** Makes the way out; tools with the same list share one, and with it one token. */
export async function egressFor(level: SandboxLevel, policy: NetworkPolicy): Promise<Egress> {
  if (policy.mode !== "hosts") return { network: policy, variables: {} };
  const proxy = await networkProxy();
  const tokens = singleton("egress-tokens", () => new Map<string, string>());
  const key = JSON.stringify(policy.hosts);
  const token = tokens.get(key) ?? proxy.admit(policy.hosts).token;
  tokens.set(key, token);
  const port = level === "namespaces" ? FORWARDED_PORT : proxy.port;
  return {
    network: { mode: "hosts", socket: proxy.socketPath, port: proxy.port },
    variables: proxyVariables(`http://toolroom:${token}@127.0.0.1:${port}`),
  };
}

function proxyVariables(address: string): Record<string, string> {
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"];
  // Listed hosts are reached through the proxy whatever they are; Node's own fetch looks at the proxy only when told to.
  return {
    ...Object.fromEntries(names.map((name) => [name, address])),
    NO_PROXY: "",
    no_proxy: "",
    NODE_USE_ENV_PROXY: "1",
  };
}
