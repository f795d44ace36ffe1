import { AgentFile } from "#lib/agents/schema.ts";
import { db } from "#lib/db/client.ts";
import type { RehearsalScript } from "#lib/providers/schema.ts";
import type { Caller } from "./owner.ts";
import { createPublishedAgent } from "./published-agent.ts";

type Exchange = RehearsalScript["exchanges"][number];

/** Adds an agent to the owner's team that plays these exchanges with these tools. */
export async function makeAgent(name: string, { exchanges, tools }: { exchanges: Exchange[]; tools: unknown[] }) {
  const member = await db().member.findFirstOrThrow();
  await createPublishedAgent(member, AgentFile.parse({ name, model: { rehearsal: { exchanges } }, tools }));
}

/** Begins a session as a program does, and answers with its id. */
export async function beginSession(owner: Caller, agent: string, text: string): Promise<string> {
  const { id } = await db().agent.findFirstOrThrow({ where: { name: agent } });
  const message = { id: `msg_${crypto.randomUUID()}`, text };
  const answer = await owner("/api/sessions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ agentId: id, message }),
  });
  if (!answer.ok) throw new Error(`The session could not begin: ${await answer.text()}`);
  return ((await answer.json()) as { sessionId: string }).sessionId;
}
