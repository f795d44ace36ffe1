import { randomUUID } from "node:crypto";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";

/** Makes a team with one owner and no tools, and answers with the owner. */
export async function createTeam(name: string): Promise<{ id: string; teamId: string }> {
  const [id, teamId, userId] = [createId("member"), createId("team"), randomUUID()];
  await db().team.create({ data: { id: teamId, name } });
  await db().user.create({ data: { id: userId, name, email: `${userId}@example.test` } });
  await db().member.create({ data: { id, teamId, userId, role: "owner" } });
  return { id, teamId };
}
