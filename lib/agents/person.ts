import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { db } from "#lib/db/client.ts";
import type { Item, Model, ModelRequest, ModelResponse } from "#lib/providers/model.ts";
import { announceChange, onSessionChange } from "./session-channel.ts";

const POLL_MS = 2_000;

/** A person's answer in place of a model's; arguments are JSON text, right or wrong as a model's are. */
export const PersonAnswer = z.strictObject({
  runId: z.string(),
  text: z.string().max(1_000_000).default(""),
  calls: z
    .array(z.strictObject({ name: z.string().min(1), arguments: z.string() }))
    .max(200)
    .default([]),
});
export type PersonAnswer = z.infer<typeof PersonAnswer>;

/** A model that is a person at this studio: it answers when somebody has sent `answerAsModel`. */
export function personModel({ sessionId, runId }: { sessionId: string; runId: string }): Model {
  return {
    respond: (_: ModelRequest, { signal }) => waitForAnswer({ sessionId, runId }, signal),
  };
}

/** Answers as the model of a session's run that waits for it. Throws `not_found`, or `conflict` when it does not wait. */
export async function answerAsModel(
  member: { id: string; teamId: string },
  sessionId: string,
  answer: PersonAnswer,
): Promise<void> {
  const run = await db().run.findFirst({ where: { id: answer.runId, sessionId, teamId: member.teamId } });
  if (!run) throw new AppError("not_found", `There is no run ${answer.runId} in this session.`);
  if (run.status !== "running")
    throw new AppError("conflict", "The run has ended; there is nothing to answer any more.");
  const input = { id: `answer_${randomUUID()}`, sessionId, kind: "answer", createdBy: member.id };
  await db().sessionInput.create({ data: { ...input, body: JSON.stringify(answer) } });
  await announceChange(sessionId);
}

async function waitForAnswer(of: { sessionId: string; runId: string }, signal: AbortSignal): Promise<ModelResponse> {
  for (;;) {
    signal.throwIfAborted();
    const changed = Promise.withResolvers<void>();
    const forget = onSessionChange(of.sessionId, changed.resolve);
    const timer = setTimeout(changed.resolve, POLL_MS);
    signal.addEventListener("abort", () => changed.resolve(), { once: true });
    try {
      const answer = await findAnswer(of);
      if (answer) return answer;
      await changed.promise;
    } finally {
      forget();
      clearTimeout(timer);
    }
  }
}

async function findAnswer({ sessionId, runId }: { sessionId: string; runId: string }): Promise<ModelResponse | null> {
  const inputs = await db().sessionInput.findMany({ where: { sessionId, kind: "answer" }, orderBy: { order: "asc" } });
  for (const { id, body } of inputs) {
    const answer = PersonAnswer.parse(JSON.parse(body));
    if (answer.runId === runId) {
      return { id: null, status: "completed", reason: null, output: itemsOf(answer), usage: null, takes: [id] };
    }
  }
  return null;
}

function itemsOf({ text, calls }: PersonAnswer): Item[] {
  const said = {
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
  const asked = calls.map(({ name, arguments: given }) => ({
    type: "function_call",
    call_id: `call_${randomUUID().replaceAll("-", "")}`,
    name,
    arguments: given,
  }));
  return [...(text === "" ? [] : [said]), ...asked];
}
