import "server-only";
import { loadCast } from "../cast.ts";
import { pinTools } from "../pins.ts";
import { exportAgent, type WhichVersion } from "../publish.ts";
import { describeCast } from "./describe-cast.ts";
import { programOf } from "./program.ts";

/**
 * A state of an agent as a program for `@openai/agents`; a tool that cannot be had now is left out of it. Throws `not_found` like
 * `exportAgent`.
 */
export async function exportProgram(
  member: { teamId: string },
  id: string,
  which: WhichVersion = "saved",
): Promise<{ name: string; text: string }> {
  const file = await exportAgent(member, id, which);
  const around = { signal: new AbortController().signal, onLog: () => undefined };
  const cast = await loadCast(member, { file, pins: await pinTools(member, file) }, around);
  return { name: file.name, text: programOf(describeCast(file, cast), file) };
}
