import "server-only";
import { createHash } from "node:crypto";
import { createId } from "#lib/core/ids.ts";
import { db, type Prisma } from "#lib/db/client.ts";
import type { AgentFile } from "./schema.ts";

type Tx = Pick<Prisma.TransactionClient, "agent" | "agentVersion">;

/** Which version of which agent a session is with. */
export type VersionOf = { agentVersionId: string; agentName: string };

/** What tells one state of an agent from another. */
export function hashOf(file: AgentFile): string {
  return createHash("sha256").update(JSON.stringify(file)).digest("hex");
}

/** Keeps an agent file that belongs to no registered agent, once for each content, for a session to be with. */
export async function keepAgentFile(member: { id: string; teamId: string }, file: AgentFile): Promise<VersionOf> {
  return { agentVersionId: await keepDraft(db(), member, { agentId: null, file }), agentName: file.name };
}

/** Keeps a state of an agent that is not published, once for each content, and answers with its version's id. */
export async function keepDraft(
  tx: Tx,
  member: { id: string; teamId: string },
  { agentId, file }: { agentId: string | null; file: AgentFile },
): Promise<string> {
  const contentHash = hashOf(file);
  const { teamId } = member;
  const known = await tx.agentVersion.findFirst({ where: { teamId, agentId, number: null, contentHash } });
  if (known) return known.id;
  const id = createId("agentVersion");
  const definition = JSON.stringify(file);
  await tx.agentVersion.create({ data: { id, teamId, agentId, contentHash, definition, createdBy: member.id } });
  return id;
}

type Published = { agentId: string; file: AgentFile; note: string | null };

/** Adds the next numbered version of an agent and makes it the current one; `tx` holds the agent's row. */
export async function addVersion(
  tx: Tx,
  member: { id: string | null; teamId: string },
  { agentId, file, note }: Published,
): Promise<void> {
  const { teamId, id: createdBy } = member;
  const { _max: newest } = await tx.agentVersion.aggregate({ where: { agentId, teamId }, _max: { number: true } });
  const id = createId("agentVersion");
  const what = { contentHash: hashOf(file), definition: JSON.stringify(file), note, createdBy };
  const published = { number: (newest.number ?? 0) + 1, publishedAt: new Date(), publishedBy: createdBy };
  await tx.agentVersion.create({ data: { id, teamId, agentId, ...what, ...published } });
  await tx.agent.update({ where: { id: agentId }, data: { currentVersionId: id, name: file.name } });
}
