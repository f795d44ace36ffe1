import "server-only";
import type { Call } from "./call-state.ts";
import type { Cast, Role } from "./cast.ts";
import type { Answer } from "./entries.ts";
import { findTrip, type Guards, guardrailsOf, type Tripped } from "./guard.ts";
import type { Journal } from "./journal.ts";
import { refused } from "./refusals.ts";

type Given = { call: Call; role: Role; tool: string; argumentsText: string };

/** What a guardrail has against a call's arguments, JSON text as its tool would get them; null when the call may be made. */
async function checkArguments(
  journal: Journal,
  { call: { turn, index }, role, tool, argumentsText }: Given,
  guards: Guards,
): Promise<Tripped | null> {
  const guardrails = guardrailsOf(role, "toolArguments", tool);
  if (guardrails.length === 0) return null;
  const checked = { role, turn, on: "toolArguments" as const, text: argumentsText, call: { index, tool } };
  return findTrip(journal, { guardrails, checked, signal: guards.place.signal }, guards);
}

/** Refuses the calls whose arguments a guardrail is against before a person is asked about them. */
export async function guardBeforeAsking(
  journal: Journal,
  { answer, role }: { answer: Answer; role: Role },
  guards: Guards,
): Promise<void> {
  const unasked = answer.calls.filter((call) => call.output === null && call.asked === null && call.decided === null);
  await Promise.all(
    unasked.map(async (call) => {
      const known = call.kind === "function" ? role.functions.get(call.name) : undefined;
      if (!known || known.type === "handoff" || !known.approval || known.approval === "never") return;
      const decoded = known.define.decode(call.arguments);
      if (!decoded.ok) return;
      const tool = known.type === "tool" ? known.pin.toolName : call.name;
      await refuseArguments(journal, { call, role, tool, argumentsText: decoded.text }, guards);
    }),
  );
}

/** Answers a call whose arguments a guardrail is against with why; whether it did. */
export async function refuseArguments(journal: Journal, given: Given, guards: Guards): Promise<boolean> {
  const trip = await checkArguments(journal, given, guards);
  if (!trip) return false;
  const why = { code: "guardrail_tripped" as const, message: trip.message };
  await journal.commit([...refused(given.call, given.role.agent.name, why), trip]);
  return true;
}

/**
 * Checks the results of the newest answer's calls before any model gets them, and writes what trips: the model gets the
 * guardrail's sentence in place of such a result, or the run ends.
 */
export async function guardResults(journal: Journal, cast: Cast, guards: Guards): Promise<void> {
  const answer = newestAnswer(journal);
  const role = answer && cast.get(answer.agent);
  if (!role || guardrailsOf(role, "toolResult").length === 0) return;
  const called = answer.calls.filter((call) => call.output !== null && !call.isRefused);
  const trips = await Promise.all(called.map((call) => checkResult(journal, { answer, call, role }, guards)));
  const found = trips.filter((trip) => trip !== null);
  if (found.length > 0) await journal.commit(found);
}

function newestAnswer({ conversation: { entries } }: Journal): Answer | undefined {
  return entries.findLast((entry) => entry.type === "answer");
}

type Result = { answer: Answer; call: Call; role: Role };

async function checkResult(journal: Journal, { answer, call, role }: Result, guards: Guards): Promise<Tripped | null> {
  const known = role.functions.get(call.name);
  if (!known || known.type === "handoff" || call.output === null) return null;
  const guardrails = guardrailsOf(role, "toolResult", known.type === "tool" ? known.pin.toolName : call.name);
  const { runId, turn, index } = call;
  const of = { index, tool: call.name, ...(answer.runId !== journal.runId && { callRun: runId }) };
  const checked = { role, turn, on: "toolResult" as const, text: call.output, call: of };
  return findTrip(journal, { guardrails, checked, signal: guards.place.signal }, guards);
}
