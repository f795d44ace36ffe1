import { functionNames } from "#lib/tools/definition/names.ts";

const LONGEST = 64;
const PREFIX = "transfer_to_";

/**
 * The function by which each agent is handed over to: `transfer_to_<name>` in lower case. A name that would lose something by
 * that, or that another agent would have too, is romanised and ends in a hash of the original.
 */
export function handoffNames(agents: readonly string[]): Map<string, string> {
  const plain = new Map(agents.map((agent) => [agent, PREFIX + agent.toLowerCase().replaceAll(/[^a-z0-9_]/g, "_")]));
  const isPlain = (agent: string) => {
    const name = plain.get(agent) ?? "";
    const isShared = [...plain].some(([other, taken]) => other !== agent && taken === name);
    return /^[\x20-\x7e]+$/.test(agent) && name.length <= LONGEST && !isShared;
  };
  const others = functionNames(agents.filter((agent) => !isPlain(agent)).map((agent) => PREFIX + agent));
  return new Map(
    agents.map((agent) => [
      agent,
      isPlain(agent) ? (plain.get(agent) ?? "") : (others.get(PREFIX + agent) ?? "").toLowerCase(),
    ]),
  );
}
