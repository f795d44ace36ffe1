import "server-only";
import { z } from "zod";
import { db, type Prisma } from "#lib/db/client.ts";
import { MessageFile } from "#lib/runs/agent-schema.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Journal } from "./journal.ts";
import type { PendingInput } from "./schema.ts";

/** A person's message as an input of a session keeps it. */
const MessageBody = z.object({ text: z.string(), files: z.array(MessageFile) });

type Input = { id: string; body: string; createdBy: string };

/** Takes what people said to the run since, in its order, into the log; false when nobody did. */
export async function takeSteering(journal: Journal, sessionId: string): Promise<boolean> {
  if (!journal.isSteered) return false;
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

/** Where a message stands in a session's log; null when it is not in it. */
export async function findMessage(
  tx: Pick<Prisma.TransactionClient, "$queryRaw">,
  { sessionId, messageId }: { sessionId: string; messageId: string },
): Promise<{ runId: string; position: number; seq: number } | null> {
  // In the text of a message a quote is written with a backslash, so that only the key itself looks like this.
  const written = `"messageId":${JSON.stringify(messageId)}`;
  const [row] = await tx.$queryRaw<{ runId: string; position: number; seq: number }[]>`
    SELECT event."runId", run.position, event.seq
    FROM "Run" AS run JOIN "Event" AS event ON event."runId" = run.id
    WHERE run."sessionId" = ${sessionId} AND event.type = 'message' AND position(${written} IN event.body) > 0`;
  return row ?? null;
}

/** The messages that wait, from their rows as the database writes them as JSON, in their order; null when none does. */
export function readPending(rows: string | null): PendingInput[] {
  if (rows === null) return [];
  return WaitingRows.parse(JSON.parse(rows)).map(({ id, kind, body, createdAt }) => ({
    id,
    kind,
    ...MessageBody.parse(JSON.parse(body)),
    // The column keeps UTC and does not say so.
    createdAt: new Date(`${createdAt}Z`).toISOString(),
  }));
}

const WaitingRows = z.array(
  z.object({ id: z.string(), kind: z.enum(["message", "steer"]), body: z.string(), createdAt: z.string() }),
);
