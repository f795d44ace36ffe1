import "server-only";
import { db } from "#lib/db/client.ts";
import { keepDraft, type VersionOf } from "./agent-versions.ts";
import { readAgent } from "./agents.ts";
import { checkAgent } from "./check-agent.ts";
import type { AgentFile, SessionState } from "./schema.ts";
import { getSession, sessionNotFound, setVersion } from "./sessions.ts";
import { createSession } from "./talk.ts";

type Member = { id: string; teamId: string };

/** The text of an agent as it is on its page, saved or not; `agentId` is null for one that was never saved. */
export type TriedAgent = { agentId: string | null; file: AgentFile };

/** Makes a session with an agent as it is written, which need not be saved. Throws `not_found`, and `invalid_input` for what cannot work. */
export async function openTrial(member: Member, tried: TriedAgent): Promise<SessionState> {
  const id = await createSession(member, { ...(await keep(member, tried)), trial: true });
  return getSession(member, id);
}

/**
 * Goes on in such a session with the agent as it is written by now, from the next run on; what runs keeps to what it began with.
 * Throws like `openTrial`, and `not_found` for a session of another kind.
 */
export async function updateTrial(member: Member, sessionId: string, tried: TriedAgent): Promise<void> {
  const isTrial = await db().agentSession.count({ where: { id: sessionId, teamId: member.teamId, trial: true } });
  if (isTrial === 0) throw sessionNotFound(sessionId);
  await setVersion(member, sessionId, await keep(member, tried));
}

async function keep(member: Member, { agentId, file }: TriedAgent): Promise<VersionOf> {
  if (agentId !== null) await readAgent(member, { id: agentId });
  await checkAgent(member, file);
  return { agentVersionId: await keepDraft(db(), member, { agentId, file }), agentName: file.name };
}
