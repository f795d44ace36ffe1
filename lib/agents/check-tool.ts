import "server-only";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { withSecretsAt } from "#lib/secrets/fields.ts";
import { type CallOutcome, callTool } from "#lib/tools/call.ts";
import type { LoadedTool } from "./cast.ts";
import type { Checked, Verdict } from "./checked.ts";
import { withoutQuotes } from "./judge.ts";
import { configurationOf, type Workplace } from "./perform-tool.ts";

/**
 * Runs the tool of a check on a text; the tool gets `text` and, where it has them, `stage`, `agent` and `tool`. Throws `tool_failed`
 * for a tool that is not there, that fails, or that answers with anything but a verdict.
 */
export async function runCheckTool(
  { checked, name, tool }: { checked: Checked; name: string; tool: LoadedTool | null },
  place: Workplace,
): Promise<Verdict> {
  if (!tool) throw new AppError("tool_failed", `The tool "${name}" cannot be had.`);
  const { text, on, role } = checked;
  const { properties = {} } = tool.contract.toolParameters as { properties?: object };
  const more = { stage: on, agent: role.agent.name, tool: checked.call?.tool };
  const known = Object.entries(more).filter(([key, value]) => value !== undefined && key in properties);
  const outcome = await call(tool, JSON.stringify({ text, ...Object.fromEntries(known) }), place);
  place.signal.throwIfAborted();
  // What it says of its failure may have the text in it.
  if (outcome.type === "tool.failed") throw new AppError("tool_failed", `The tool "${tool.pin.toolName}" failed.`);
  const verdict = readVerdict(outcome.result);
  if (!verdict)
    throw new AppError(
      "tool_failed",
      `The tool "${tool.pin.toolName}" gave no verdict; it has to answer {"tripped": boolean}.`,
    );
  return { tripped: verdict.tripped, why: withoutQuotes(verdict.message ?? "", text) };
}

/** What it prints and leaves is for nobody but the files of the session. */
async function call(
  { pin, folder, contract }: LoadedTool,
  toolParameters: string,
  place: Workplace,
): Promise<CallOutcome> {
  const { values, secrets } = await configurationOf(place.member, pin);
  return callTool({
    ...place,
    callId: createId("call"),
    toolName: pin.toolName,
    folder,
    contract: { ...contract, userParameters: withSecretsAt(contract.userParameters, secrets) },
    userParameters: values,
    toolParameters,
    ticket: { tool: pin.toolId ?? folder, member: place.member.id },
    record: () => undefined,
  });
}

const Answer = z.object({ tripped: z.boolean(), message: z.string().optional() });

function readVerdict(text: string): z.infer<typeof Answer> | null {
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    // Told as what it is: no verdict.
    return null;
  }
}
