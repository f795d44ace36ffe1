import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { type AgentVersion, db } from "#lib/db/client.ts";
import { addVersion, hashOf } from "./agent-versions.ts";
import { getAgent, holdAgent, newestOf, orNameTaken, readAgent, savedSince } from "./agents.ts";
import { checkAgent } from "./check-agent.ts";
import { readVersion } from "./read-version.ts";
import type { AgentDetail, AgentFile, PublishedVersion } from "./schema.ts";

type Member = { id: string; teamId: string };

/**
 * Makes the draft of an agent its next numbered version, which new sessions begin with. `base` is the draft that is meant: throws
 * `conflict` when there is none or it is another one by now, and like `saveAgent` for what can no longer work.
 */
export async function publishAgent(
  member: Member,
  id: string,
  { base, note }: { base: string; note: string },
): Promise<AgentDetail> {
  const { draftVersion, name } = await readAgent(member, { id });
  if (!draftVersion) throw new AppError("conflict", `Nothing of "${name}" waits to be published; save a change first.`);
  const file = readVersion(draftVersion);
  if (draftVersion.id !== base) throw savedSince(file);
  await checkAgent(member, file);
  await orNameTaken(file, async (tx) => {
    await holdAgent(tx, member, { id, file, base });
    await addVersion(tx, member, { agentId: id, file, note: note.trim() || null });
    await tx.agent.update({ where: { id }, data: { draftVersionId: null } });
  });
  return getAgent(member, id);
}

/**
 * Publishes an older version of an agent again, under the next number, so that its history reads forward; a draft stays. `base` is
 * what was saved last: throws `conflict` when that is another one by now or nothing would change, and like `saveAgent`.
 */
export async function rollBackAgent(
  member: Member,
  id: string,
  { number, base, note }: { number: number; base: string; note: string },
): Promise<AgentDetail> {
  const agent = await readAgent(member, { id });
  const file = readVersion(await getVersion(member, id, { number }));
  if (newestOf(agent).id !== base) throw savedSince(file);
  if (agent.currentVersion?.contentHash === hashOf(file))
    throw new AppError("conflict", `Version ${number} says what the current version says; there is nothing to undo.`);
  await checkAgent(member, file);
  await orNameTaken(file, async (tx) => {
    const held = await holdAgent(tx, member, { id, file, base });
    await addVersion(tx, member, { agentId: id, file, note: note.trim() || null });
    const isDraft = held.draftVersionId !== null && agent.draftVersion?.contentHash === hashOf(file);
    if (isDraft) await tx.agent.update({ where: { id }, data: { draftVersionId: null } });
  });
  return getAgent(member, id);
}

/** What was published of an agent, the newest first. Throws `not_found`, also for another team's. */
export async function listVersions(member: { teamId: string }, id: string): Promise<PublishedVersion[]> {
  const { currentVersionId } = await readAgent(member, { id });
  const versions = await db().agentVersion.findMany({
    where: { agentId: id, teamId: member.teamId, number: { not: null } },
    include: { _count: { select: { sessions: true } } },
    orderBy: { number: "desc" },
  });
  return versions.map(({ id: versionId, number, note, publishedAt, publishedBy, createdAt, _count }) => ({
    ...{ number: number ?? 0, note, publishedBy, sessions: _count.sessions },
    publishedAt: (publishedAt ?? createdAt).toISOString(),
    isCurrent: versionId === currentVersionId,
  }));
}

/** Which state of an agent: what was saved last, what sessions begin with, or what was published under a number. */
export type WhichVersion = "saved" | "published" | { number: number };

/** A state of an agent as the file that `toolroom chat` reads. Throws `not_found`, also for what was never published. */
export async function exportAgent(
  member: { teamId: string },
  id: string,
  which: WhichVersion = "saved",
): Promise<AgentFile> {
  const agent = await readAgent(member, { id });
  if (which === "saved") return readVersion(newestOf(agent));
  return readVersion(which === "published" ? published(agent) : await getVersion(member, id, which));
}

/**
 * What a session with an agent begins with, by the agent's id or name. Throws `not_found`, and `invalid_input` for what sessions
 * begin with where nothing was published yet.
 */
export async function getVersionOf(
  member: { teamId: string },
  which: { id: string } | { name: string },
  state: "saved" | "published",
): Promise<{ version: AgentVersion; agentName: string }> {
  const agent = await readAgent(member, which);
  return { version: state === "saved" ? newestOf(agent) : published(agent), agentName: agent.name };
}

function published({ name, currentVersion }: { name: string; currentVersion: AgentVersion | null }): AgentVersion {
  if (currentVersion) return currentVersion;
  throw new AppError("invalid_input", `"${name}" is a draft and was never published; publish it, or try the draft.`);
}

async function getVersion(
  { teamId }: { teamId: string },
  agentId: string,
  { number }: { number: number },
): Promise<AgentVersion> {
  const version = await db().agentVersion.findFirst({ where: { agentId, teamId, number } });
  if (version) return version;
  throw new AppError("not_found", `The agent has no version ${number}.`);
}
