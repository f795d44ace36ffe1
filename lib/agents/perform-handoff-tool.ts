import "server-only";
import type { Helper } from "#lib/runs/agent-schema.ts";
import type { Call, HelperState } from "./call-state.ts";
import type { Role } from "./cast.ts";
import type { Journal } from "./journal.ts";
import { MAY_HAVE_RUN, performTool, type Workplace } from "./perform-tool.ts";

type Helping = {
  call: Call;
  agent: string;
  role: Role;
  helper: Helper;
  /** Where the agent file names it, and as what. */
  place: string;
  name: string;
  /** JSON text. */
  argumentsText: string;
};
type Ended = Exclude<HelperState, { is: "begun" }>;

/**
 * Calls a tool that does a part of a handoff, unless the log has its end, and answers with that. One that was cut off runs again
 * with the same key, if its tool may.
 */
export async function performHelper(journal: Journal, helping: Helping, place: Workplace): Promise<Ended> {
  const { call, agent, role, helper, argumentsText } = helping;
  const tool = role.helpers.get(helping.place);
  if (!tool) return { is: "failed", reason: `The tool "${helping.name}", which it needs, is not there.` };
  const before = call.helpers[helper];
  if (before && before.is !== "begun") return before;
  if (before && tool.contract.settings.rerun === "ask") return { is: "failed", reason: MAY_HAVE_RUN };
  await performTool(journal, { call, agent, tool, argumentsText, helper }, place);
  const after = call.helpers[helper];
  return after && after.is !== "begun" ? after : { is: "failed", reason: "It did not end." };
}
