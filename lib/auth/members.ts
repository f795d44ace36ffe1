import "server-only";
import { db } from "#lib/db/client.ts";

/** What the members of the team are called, by their ids. */
export async function memberNames(member: { teamId: string }): Promise<Record<string, string>> {
  const members = await db().member.findMany({
    where: { teamId: member.teamId },
    select: { id: true, user: { select: { name: true } } },
  });
  return Object.fromEntries(members.map(({ id, user }) => [id, user.name]));
}
