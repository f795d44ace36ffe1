import "server-only";
import { z } from "zod";
import { db } from "#lib/db/client.ts";
import { MessageFile } from "#lib/runs/agent-schema.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Journal } from "./journal.ts";
import type { PendingInput } from "./schema.ts";

/** A person's message as an input of a session keeps it. */
export const MessageBody = z.object({ text: z.string(), files: z.array(MessageFile) });
export type MessageBody = z.infer<typeof MessageBody>;

type Input = { id: string; body: string; createdBy: string };

/** Takes what people said to the run since, in its order, into the log; false when nobody did. */
export async function takeSteering(journal: Journal, sessionId: string): Promise<boolean> {
  const inputs = await db().sessionInput.findMany({ where: { sessionId, kind: "steer" }, orderBy: { order: "asc" } });
  if (inputs.length === 0) return false;
  await journal.commit(
    inputs.map((input) => messageEvent(input, "steer")),
    { takes: inputs.map(({ id }) => id) },
  );
  return true;
}

/** What the log says of a message. */
export function messageEvent({ id, body, createdBy }: Input, joined: "start" | "steer"): EventBody {
  const { text, files } = MessageBody.parse(JSON.parse(body));
  return { type: "message", messageId: id, text, files, joined, author: createdBy };
}

/** The messages of a session that wait, in their order. */
export async function listPending(sessionId: string): Promise<PendingInput[]> {
  const inputs = await db().sessionInput.findMany({
    where: { sessionId, kind: { in: ["message", "steer"] } },
    orderBy: { order: "asc" },
  });
  return inputs.map(({ id, kind, body, createdAt }) => ({
    id,
    kind: kind === "steer" ? "steer" : "message",
    ...MessageBody.parse(JSON.parse(body)),
    createdAt: createdAt.toISOString(),
  }));
}
