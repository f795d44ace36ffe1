import type { Page } from "playwright-core";
import { createAgent } from "#lib/agents/agents.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { db } from "#lib/db/client.ts";
import type { RehearsalScript } from "#lib/providers/schema.ts";
import type { Caller } from "#tests/support/owner.ts";
import { untilAwake } from "./tool-page.ts";

type Exchange = RehearsalScript["exchanges"][number];

/** Adds an agent to the owner's team that plays these exchanges with these tools. */
export async function makeAgent(name: string, { exchanges, tools }: { exchanges: Exchange[]; tools: string[] }) {
  const member = await db().member.findFirstOrThrow();
  await createAgent(member, AgentFile.parse({ name, model: { rehearsal: { exchanges } }, tools }));
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

/** Opens a session's page and waits until it listens. */
export async function openSession(page: Page, id: string): Promise<void> {
  await page.goto(`/sessions/${id}`);
  await untilAwake(page);
}

/** Where a message is written. */
export function composer(page: Page) {
  return page.getByRole("region", { name: "New message" }).getByRole("textbox");
}

/** Writes a message and sends it by Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}
