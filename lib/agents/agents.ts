import "server-only";
import { createHash } from "node:crypto";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { type AgentVersion, db, type Prisma } from "#lib/db/client.ts";
import { isTaken } from "#lib/db/taken.ts";
import { checkAgent } from "./check-agent.ts";
import { readVersion } from "./read-version.ts";
import type { AgentDetail, AgentFile, AgentSummary } from "./schema.ts";

type Member = { id: string; teamId: string };

/** The team's agents by name. */
export async function listAgents(member: { teamId: string }): Promise<AgentSummary[]> {
  const agents = await db().agent.findMany({
    where: { teamId: member.teamId, currentVersionId: { not: null } },
    include: { currentVersion: true },
    orderBy: { name: "asc" },
  });
  return agents.flatMap((agent) => (agent.currentVersion ? [toSummary(agent, agent.currentVersion)] : []));
}

/** One agent with its file. Throws `not_found`, also for another team's. */
export async function getAgent(member: { teamId: string }, id: string): Promise<AgentDetail> {
  const { agent, version } = await getAgentVersion(member, { id });
  return { ...toSummary(agent, version), file: readVersion(version), versionId: version.id };
}

/** The file that `toolroom chat` reads. Throws `not_found`. */
export async function exportAgent(member: { teamId: string }, id: string): Promise<AgentFile> {
  return (await getAgent(member, id)).file;
}

/** Adds an agent as its version 1. Throws `conflict` for a name in use, and `invalid_input` for what cannot work. */
export async function createAgent(member: Member, file: AgentFile): Promise<AgentDetail> {
  await checkAgent(member, file);
  const id = createId("agent");
  try {
    await db().$transaction(async (tx) => {
      await tx.agent.create({ data: { id, teamId: member.teamId, name: file.name } });
      await addVersion(tx, member, { agentId: id, file, number: 1 });
    });
  } catch (error) {
    throw isTaken(error) ? nameTaken(file) : error;
  }
  return getAgent(member, id);
}

/**
 * Makes the next version of an agent, unless nothing changed. `base` is the version that the changes began with: throws `conflict`
 * when another one was saved since. Otherwise throws like `createAgent`, and `not_found`.
 */
export async function saveAgent(
  member: Member,
  id: string,
  { file, base }: { file: AgentFile; base: string },
): Promise<AgentDetail> {
  const { version } = await getAgentVersion(member, { id });
  if (version.id !== base) throw savedSince(file);
  await checkAgent(member, file);
  if (version.contentHash === hashOf(file)) return getAgent(member, id);
  try {
    await db().$transaction(async (tx) => {
      const { count } = await tx.agent.updateMany({
        where: { id, teamId: member.teamId, currentVersionId: base },
        data: { name: file.name, builtin: false },
      });
      if (count === 0) throw savedSince(file);
      await addVersion(tx, member, { agentId: id, file, number: (version.number ?? 0) + 1 });
    });
  } catch (error) {
    throw isTaken(error) ? nameTaken(file) : error;
  }
  return getAgent(member, id);
}

/** Adds a copy of an agent under a name that is free, and answers with it. Throws `not_found`. */
export async function duplicateAgent(member: Member, id: string): Promise<AgentSummary> {
  const { file } = await getAgent(member, id);
  const { teamId } = member;
  const taken = new Set(
    (await db().agent.findMany({ where: { teamId }, select: { name: true } })).map(({ name }) => name),
  );
  const stem = file.name.replace(/ \d+$/, "").slice(0, 190);
  let number = 2;
  while (taken.has(`${stem} ${number}`)) number += 1;
  return createAgent(member, { ...file, name: `${stem} ${number}` });
}

/** Removes an agent from the team's list; its sessions stay and can go on. Throws `not_found`. */
export async function deleteAgent(member: Member, id: string): Promise<void> {
  const { agent } = await getAgentVersion(member, { id });
  await db().$transaction([
    db().agent.updateMany({ where: { id, teamId: member.teamId }, data: { currentVersionId: null } }),
    db().agentVersion.updateMany({ where: { agentId: agent.id, teamId: member.teamId }, data: { agentId: null } }),
    db().agent.deleteMany({ where: { id, teamId: member.teamId } }),
  ]);
}

/** The current version of an agent, by its id or name, for a session to be with. Throws `not_found`. */
export async function findAgentVersion(
  member: { teamId: string },
  which: { id: string } | { name: string },
): Promise<{ agentVersionId: string; agentName: string }> {
  const { agent, version } = await getAgentVersion(member, which);
  return { agentVersionId: version.id, agentName: agent.name };
}

/** The file of an agent's current version, by the agent's name. Throws `not_found`. */
export async function readAgentVersion(member: { teamId: string }, which: { name: string }): Promise<AgentFile> {
  return readVersion((await getAgentVersion(member, which)).version);
}

/** Keeps an agent file that belongs to no registered agent, once for each content, for a session to be with. */
export async function keepAgentFile(
  member: Member,
  file: AgentFile,
): Promise<{ agentVersionId: string; agentName: string }> {
  const contentHash = hashOf(file);
  const { teamId } = member;
  const known = await db().agentVersion.findFirst({ where: { teamId, agentId: null, contentHash } });
  const id = known?.id ?? createId("agentVersion");
  if (!known) {
    const definition = JSON.stringify(file);
    await db().agentVersion.create({ data: { id, teamId, contentHash, definition, createdBy: member.id } });
  }
  return { agentVersionId: id, agentName: file.name };
}

/** Adds a version of an agent and makes it the current one. */
export async function addVersion(
  tx: Prisma.TransactionClient,
  member: { id: string | null; teamId: string },
  { agentId, file, number }: { agentId: string; file: AgentFile; number: number },
): Promise<void> {
  const id = createId("agentVersion");
  const contentHash = hashOf(file);
  const { teamId, id: createdBy } = member;
  const definition = JSON.stringify(file);
  await tx.agentVersion.create({ data: { id, teamId, agentId, number, contentHash, definition, createdBy } });
  await tx.agent.update({ where: { id: agentId }, data: { currentVersionId: id } });
}

/** What tells one state of an agent from another. */
export function hashOf(file: AgentFile): string {
  return createHash("sha256").update(JSON.stringify(file)).digest("hex");
}

/** An agent and its current version, as they are kept. Throws `not_found`, also for another team's. */
export async function getAgentVersion(member: { teamId: string }, which: { id: string } | { name: string }) {
  const agent = await db().agent.findFirst({
    where: { ...which, teamId: member.teamId },
    include: { currentVersion: true },
  });
  if (agent?.currentVersion) return { agent, version: agent.currentVersion };
  const said = "name" in which ? `named "${which.name.slice(0, 80)}"` : "with that id";
  throw new AppError("not_found", `There is no agent ${said} in this team.`);
}

function toSummary(
  agent: { id: string; name: string; builtin: boolean; updatedAt: Date },
  version: AgentVersion,
): AgentSummary {
  const { description, model, tools, handoffs } = readVersion(version);
  const { id, name, builtin, updatedAt } = agent;
  return {
    ...{ id, name, description, builtin, versionNumber: version.number ?? 1, updatedAt: updatedAt.toISOString() },
    model: { by: model.rehearsal ? "rehearsal" : model.person ? "person" : "server", name: model.name ?? null },
    tools: tools.map(({ tool }) => tool),
    handoffs: handoffs.map(({ agent: to }) => to),
  };
}

function nameTaken({ name }: AgentFile): AppError {
  return new AppError("conflict", `The team already has an agent named "${name}"; choose another name.`);
}

function savedSince({ name }: AgentFile): AppError {
  return new AppError(
    "conflict",
    `Somebody saved "${name}" since you opened it; look at their version before you save yours.`,
  );
}
