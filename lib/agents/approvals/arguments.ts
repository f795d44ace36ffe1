import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { toBigInts } from "#lib/core/exact/schema.ts";
import { db } from "#lib/db/client.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";
import type { Call } from "../call-state.ts";
import { loadCast } from "../cast.ts";
import type { Conversation } from "../conversation.ts";
import { readConversation } from "../history.ts";
import { readVersion } from "../read-version.ts";
import type { CallKey } from "./schema.ts";

type Key = CallKey & { sessionId: string };

/**
 * The JSON Schema of a call's arguments, its numbers exact, for a person who changes them. Throws `not_found`, also for another
 * team's, and for a function that the agent does not have.
 */
export async function argumentsSchema(member: { teamId: string }, key: Key): Promise<JsonSchema> {
  const known = await findFunction(member, key);
  return toBigInts(known.type === "tool" ? known.contract.toolParameters : known.define.definition.parameters);
}

/** Throws `invalid_input` with what the function's schema says against the arguments (JSON text), and like `argumentsSchema`. */
export async function checkArguments(member: { teamId: string }, key: Key, text: string): Promise<void> {
  const decoded = (await findFunction(member, key)).define.decode(text);
  if (!decoded.ok) throw new AppError("invalid_input", decoded.message);
}

async function findFunction(member: { teamId: string }, { sessionId, runId, call: path }: Key) {
  const run = await db().run.findFirst({
    where: { id: runId, sessionId, teamId: member.teamId },
    include: { agentVersion: true },
  });
  if (!run?.agentVersion || run.position === null) throw unknown();
  const conversation = await readConversation(sessionId, { position: run.position });
  const found = callAt(conversation, path.split("/"));
  if (found?.call.kind !== "function" || found.call.runId !== runId) throw unknown();
  const around = { signal: new AbortController().signal, onLog: () => undefined };
  const cast = await loadCast(member, { file: readVersion(run.agentVersion), pins: conversation.pins }, around);
  const known = cast.get(found.agent)?.functions.get(found.call.name);
  if (!known) throw unknown();
  return known;
}

function callAt(conversation: Conversation, [place = "", ...inside]: string[]): { call: Call; agent: string } | null {
  const { last } = conversation;
  const call = last?.calls.find(({ turn, index }) => `${turn}.${index}` === place);
  if (!last || !call || inside.length === 0) return last && call ? { call, agent: last.agent } : null;
  const nested = conversation.nestedIn(call);
  return nested && callAt(nested, inside);
}

function unknown(): AppError {
  return new AppError("not_found", "There is no call here whose arguments could be changed.");
}
