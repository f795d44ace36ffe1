import "server-only";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { db } from "#lib/db/client.ts";
import type { Item, ToolDefinition } from "#lib/providers/model.ts";
import { loadCast } from "./cast.ts";
import { roleAt, sessionData } from "./enabled.ts";
import { readConversation } from "./history.ts";
import { awaitedTurn } from "./person.ts";
import { readVersion } from "./read-version.ts";
import { makeRequest } from "./request.ts";
import { readFacts } from "./session-facts.ts";
import { sessionNotFound } from "./sessions.ts";

/** What a model would be sent now; `turn` is the one that it would answer. */
export type ModelQuestion = {
  runId: string;
  turn: number;
  instructions: string;
  input: readonly Item[];
  tools: readonly ToolDefinition[];
};

/**
 * What the person who is a session's model has to answer; null while no answer is awaited. Throws `not_found`, also for another
 * team's.
 */
export async function viewModelRequest(member: { teamId: string }, sessionId: string): Promise<ModelQuestion | null> {
  const session = await db().agentSession.findFirst({
    where: { id: sessionId, teamId: member.teamId },
    include: { runs: { where: { finishedAt: null }, include: { agentVersion: true } } },
  });
  if (!session) throw sessionNotFound(sessionId);
  const [run] = session.runs;
  if (!run?.agentVersion || run.position === null) return null;
  const conversation = await readConversation(sessionId, { position: run.position });
  const turn = awaitedTurn(conversation, run.id);
  if (turn === null) return null;
  const file = readVersion(run.agentVersion);
  const around = { signal: new AbortController().signal, onLog: () => undefined };
  const cast = await loadCast(member, { file, pins: conversation.pins }, around);
  const whole = cast.get(conversation.agent ?? "") ?? cast.get(file.name);
  if (!whole?.agent.model.person) return null;
  const facts = await readFacts({ sessionId, startedBy: run.startedBy, teamId: member.teamId });
  const role = roleAt(whole, sessionData(conversation, { agent: whole.agent.name, turn }, facts));
  const asked = { source: "person  person", model: "person" };
  const artifactDirectory = dataDirectory.artifacts(member.teamId, sessionId);
  const { instructions, input, tools } = await makeRequest({ conversation, role, asked }, { artifactDirectory });
  return { runId: run.id, turn, instructions, input, tools };
}
