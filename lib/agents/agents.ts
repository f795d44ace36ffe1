import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { type Agent, type AgentVersion, db, type Prisma } from "#lib/db/client.ts";
import { isTaken } from "#lib/db/taken.ts";
import { hashOf, keepDraft } from "./agent-versions.ts";
import { checkAgent } from "./check-agent.ts";
import { readVersion } from "./read-version.ts";
import type { AgentDetail, AgentFile, AgentSummary } from "./schema.ts";

type Member = { id: string; teamId: string };

/** The team's agents by name, as sessions begin with them; one that was never published as its draft. */
export async function listAgents(member: { teamId: string }): Promise<AgentSummary[]> {
  const agents = await db().agent.findMany({
    where: { teamId: member.teamId },
    include: { currentVersion: true, draftVersion: true },
    orderBy: { name: "asc" },
  });
  return agents.filter(isWhole).map(toSummary);
}

/** Those of them that sessions can begin with. */
export async function listPublished(member: { teamId: string }): Promise<AgentSummary[]> {
  return (await listAgents(member)).filter(({ state }) => state !== "draft");
}

/** One agent with the file that was saved last. Throws `not_found`, also for another team's. */
export async function getAgent(member: { teamId: string }, id: string): Promise<AgentDetail> {
  const agent = await readAgent(member, { id });
  const newest = newestOf(agent);
  return { ...toSummary(agent), file: readVersion(newest), versionId: newest.id, publishedId: agent.currentVersionId };
}

/** Adds an agent as a draft. Throws `conflict` for a name in use, and `invalid_input` for what cannot work. */
export async function createAgent(member: Member, file: AgentFile): Promise<AgentDetail> {
  await checkAgent(member, file);
  const id = createId("agent");
  await orNameTaken(file, async (tx) => {
    await tx.agent.create({ data: { id, teamId: member.teamId, name: file.name } });
    const draftVersionId = await keepDraft(tx, member, { agentId: id, file });
    await tx.agent.update({ where: { id }, data: { draftVersionId } });
  });
  return getAgent(member, id);
}

/**
 * Keeps a state of an agent as its draft; what sessions begin with stays. `base` is the version that the changes began with: throws
 * `conflict` when another one was saved or published since. Otherwise throws like `createAgent`, and `not_found`.
 */
export async function saveAgent(
  member: Member,
  id: string,
  { file, base }: { file: AgentFile; base: string },
): Promise<AgentDetail> {
  const agent = await readAgent(member, { id });
  if (newestOf(agent).id !== base) throw savedSince(file);
  await checkAgent(member, file);
  const { teamId } = member;
  const other = await db().agent.count({ where: { teamId, name: file.name, id: { not: id } } });
  if (other > 0) throw nameTaken(file);
  await orNameTaken(file, async (tx) => {
    const held = await holdAgent(tx, member, { id, file, base });
    const isPublished = agent.currentVersion?.contentHash === hashOf(file);
    const draftVersionId = isPublished ? null : await keepDraft(tx, member, { agentId: id, file });
    // What an agent is called where others look for it changes when it is published.
    const name = held.currentVersionId === null ? { name: file.name } : {};
    await tx.agent.update({ where: { id }, data: { draftVersionId, builtin: false, ...name } });
  });
  return getAgent(member, id);
}

/** Adds a copy of what was saved last of an agent under a name that is free, as a draft. Throws `not_found`. */
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
  const agent = await readAgent(member, { id });
  const { teamId } = member;
  await db().$transaction([
    db().agent.updateMany({ where: { id, teamId }, data: { currentVersionId: null, draftVersionId: null } }),
    db().agentVersion.updateMany({ where: { agentId: agent.id, teamId }, data: { agentId: null } }),
    db().agent.deleteMany({ where: { id, teamId } }),
  ]);
}

type Row = Agent & { currentVersion: AgentVersion | null; draftVersion: AgentVersion | null };

/** An agent with its current version and its draft, of which there is at least one. Throws `not_found`, also for another team's. */
export async function readAgent(member: { teamId: string }, which: { id: string } | { name: string }): Promise<Row> {
  const agent = await db().agent.findFirst({
    where: { ...which, teamId: member.teamId },
    include: { currentVersion: true, draftVersion: true },
  });
  if (agent && isWhole(agent)) return agent;
  const said = "name" in which ? `named "${which.name.slice(0, 80)}"` : "with that id";
  throw new AppError("not_found", `There is no agent ${said} in this team.`);
}

/** What was saved last of an agent. */
export function newestOf({ draftVersion, currentVersion }: Row): AgentVersion {
  const newest = draftVersion ?? currentVersion;
  if (newest) return newest;
  throw new AppError("not_found", "The agent has no version.");
}

type Held = { currentVersionId: string | null; draftVersionId: string | null };

/** Holds an agent for the rest of the transaction. Throws `conflict` when `base` is not what was saved last of it. */
export async function holdAgent(
  tx: Prisma.TransactionClient,
  { teamId }: Member,
  { id, file, base }: { id: string; file: AgentFile; base: string },
): Promise<Held> {
  const [held] = await tx.$queryRaw<Held[]>`
    SELECT "currentVersionId", "draftVersionId" FROM "Agent" WHERE id = ${id} AND "teamId" = ${teamId} FOR UPDATE`;
  if (!held || (held.draftVersionId ?? held.currentVersionId) !== base) throw savedSince(file);
  return held;
}

/** Does it in one transaction. Throws `conflict` where it would give two agents one name. */
export async function orNameTaken(
  file: AgentFile,
  work: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<void> {
  await db()
    .$transaction(work)
    .catch((error: unknown) => {
      throw isTaken(error) ? nameTaken(file) : error;
    });
}

export function savedSince({ name }: AgentFile): AppError {
  return new AppError(
    "conflict",
    `Somebody saved "${name}" since you opened it; look at their version before you save yours.`,
  );
}

function nameTaken({ name }: AgentFile): AppError {
  return new AppError("conflict", `The team already has an agent named "${name}"; choose another name.`);
}

/** While one is being deleted, it has no version. */
function isWhole({ currentVersionId, draftVersionId }: Agent): boolean {
  return currentVersionId !== null || draftVersionId !== null;
}

function toSummary(agent: Row): AgentSummary {
  const { id, name, builtin, updatedAt, currentVersion, draftVersion } = agent;
  const { description, model, tools, handoffs } = readVersion(currentVersion ?? newestOf(agent));
  return {
    ...{ id, name, description, builtin, updatedAt: updatedAt.toISOString() },
    versionNumber: currentVersion?.number ?? null,
    state: currentVersion === null ? "draft" : draftVersion === null ? "published" : "changed",
    model: { by: model.rehearsal ? "rehearsal" : model.person ? "person" : "server", name: model.name ?? null },
    tools: tools.map(({ tool }) => tool),
    handoffs: handoffs.map(({ agent: to }) => to),
  };
}
