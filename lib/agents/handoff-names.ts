import { functionNames } from "#lib/tools/definition/names.ts";

const LONGEST = 64;

/**
 * The function by which each agent is handed over to: `transfer_to_<name>` in lower case. A name that would lose something by
 * that, or that another agent would have too, is romanised and ends in a hash of the original.
 */
export function handoffNames(agents: readonly string[]): Map<string, string> {
  return namesWith("transfer_to_", agents);
}

/** The function by which each agent is asked like a tool: `ask_<name>`, made in the same way. */
export function askNames(agents: readonly string[]): Map<string, string> {
  return namesWith("ask_", agents);
}

function namesWith(prefix: string, agents: readonly string[]): Map<string, string> {
  const plain = new Map(agents.map((agent) => [agent, prefix + agent.toLowerCase().replaceAll(/[^a-z0-9_]/g, "_")]));
  const isPlain = (agent: string) => {
    const name = plain.get(agent) ?? "";
    const isShared = [...plain].some(([other, taken]) => other !== agent && taken === name);
    return /^[\x20-\x7e]+$/.test(agent) && name.length <= LONGEST && !isShared;
  };
  const others = functionNames(agents.filter((agent) => !isPlain(agent)).map((agent) => prefix + agent));
  return new Map(
    agents.map((agent) => [
      agent,
      isPlain(agent) ? (plain.get(agent) ?? "") : (others.get(prefix + agent) ?? "").toLowerCase(),
    ]),
  );
}
