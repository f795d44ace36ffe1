import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";

const OWN_TEAM = "Command line";

/**
 * Whom the command line acts for: whoever has this machine's files needs no account. The team of that name or id; without one,
 * the only team there is, which is made when there is none. Throws `invalid_input` when there are several.
 */
export async function findLocalMember(team: string | undefined): Promise<{ id: string; teamId: string }> {
  const teams = await db().team.findMany({ select: { id: true, name: true } });
  const named = team === undefined ? teams : teams.filter(({ id, name }) => id === team || name === team);
  const [only, another] = named;
  if (only && !another) return { id: "cli", teamId: only.id };
  const names = teams.map(({ name }) => name).join(", ");
  if (team !== undefined)
    throw new AppError("invalid_input", `There is no team ${team} here; there are ${names || "none"}.`);
  if (another) throw new AppError("invalid_input", `There are several teams here; choose one with --team: ${names}.`);
  const { id } = await db().team.create({ data: { id: createId("team"), name: OWN_TEAM } });
  return { id: "cli", teamId: id };
}
