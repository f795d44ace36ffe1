import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { db } from "#lib/db/client.ts";
import type { Item, Model, ModelRequest, ModelResponse } from "#lib/providers/model.ts";
import type { Conversation } from "./conversation.ts";
import { readConversation } from "./history.ts";
import { announceChange, onSessionChange } from "./session-channel.ts";

const POLL_MS = 2_000;

/** A person's answer in place of a model's; arguments are JSON text, right or wrong as a model's are. */
export const PersonAnswer = z.strictObject({
  runId: z.string(),
  /** The turn that it answers. */
  turn: z.number().int().min(1),
  text: z.string().max(1_000_000).default(""),
  calls: z
    .array(z.strictObject({ name: z.string().min(1), arguments: z.string() }))
    .max(200)
    .default([]),
});
export type PersonAnswer = z.infer<typeof PersonAnswer>;

/** A model that is a person at this studio: it answers when somebody has sent `answerAsModel`. */
export function personModel(of: { sessionId: string; runId: string }): Model {
  return {
    respond: (_: ModelRequest, { signal }) => waitForAnswer(of, signal),
  };
}

/**
 * The turn of a run that awaits an answer of its model, counted from 1; null while calls of the last one are open, and when the run
 * has ended.
 */
export function awaitedTurn({ last, run }: Conversation, runId: string): number | null {
  if (run?.id !== runId) return null;
  const isWorking = last?.runId === runId && last.calls.some(({ output }) => output === null);
  return isWorking ? null : run.turn + 1;
}

/** Answers as the model of a session's run that waits for it. Throws `not_found`, or `conflict` when it does not wait. */
export async function answerAsModel(
  member: { id: string; teamId: string },
  sessionId: string,
  answer: PersonAnswer,
): Promise<void> {
  const run = await db().run.findFirst({ where: { id: answer.runId, sessionId, teamId: member.teamId } });
  if (!run || run.position === null)
    throw new AppError("not_found", `There is no run ${answer.runId} in this session.`);
  const turn = awaitedTurn(await readConversation(sessionId, { position: run.position }), run.id);
  if (run.status !== "running" || turn !== answer.turn)
    throw new AppError("conflict", "That question is not open any more; see what came of it.");
  const input = { id: `answer_${randomUUID()}`, sessionId, kind: "answer", createdBy: member.id };
  await db().sessionInput.create({ data: { ...input, body: JSON.stringify(answer) } });
  await announceChange(sessionId);
}

async function waitForAnswer(of: { sessionId: string; runId: string }, signal: AbortSignal): Promise<ModelResponse> {
  const answers = { type: { in: ["model.responded", "answer.held"] }, within: null };
  const turn = 1 + (await db().event.count({ where: { runId: of.runId, ...answers } }));
  let changed = Promise.withResolvers<void>();
  const wake = () => changed.resolve();
  const forget = onSessionChange(of.sessionId, wake);
  const timer = setInterval(wake, POLL_MS);
  signal.addEventListener("abort", wake, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      changed = Promise.withResolvers();
      const answer = await findAnswer({ ...of, turn });
      if (answer) return answer;
      await changed.promise;
    }
  } finally {
    forget();
    clearInterval(timer);
    signal.removeEventListener("abort", wake);
  }
}

type Place = { sessionId: string; runId: string; turn: number };

/** The first answer to a turn. Others to it, sent by one who clicked twice, go with it. */
async function findAnswer({ sessionId, runId, turn }: Place): Promise<ModelResponse | null> {
  const inputs = await db().sessionInput.findMany({ where: { sessionId, kind: "answer" }, orderBy: { order: "asc" } });
  const sent = inputs.map(({ id, body }) => ({ id, answer: PersonAnswer.parse(JSON.parse(body)) }));
  const own = sent.filter(({ answer }) => answer.runId === runId && answer.turn <= turn);
  const found = own.find(({ answer }) => answer.turn === turn);
  if (!found) return null;
  const takes = own.map(({ id }) => id);
  return { id: null, status: "completed", reason: null, output: itemsOf(found.answer), usage: null, takes };
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
