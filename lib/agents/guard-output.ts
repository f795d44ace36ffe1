import "server-only";
import type { Item } from "#lib/providers/model.ts";
import type { Role } from "./cast.ts";
import { textOf } from "./entries.ts";
import { findTrip, type Guards, guardrailsOf } from "./guard.ts";
import type { HeldAnswer } from "./guard-state.ts";
import type { Journal } from "./journal.ts";
import type { Guardrail } from "./policy/schema.ts";

/** Whether an agent's final answers are shown only after their guardrails have passed them. */
export function isHeldBack(role: Role): boolean {
  return guardrailsOf(role, "output").some(isBlocking);
}

function isBlocking({ blocking }: Guardrail): boolean {
  return blocking ?? true;
}

/** Lets an answer out that was held back, or writes what its guardrails have against it. */
export async function releaseHeld(
  journal: Journal,
  { held, role }: { held: HeldAnswer; role: Role },
  guards: Guards,
): Promise<void> {
  const { type: _, runId: __, at: ___, ...answer } = held;
  const given = { items: held.items as Item[], turn: held.turn, role, are: isBlocking };
  if (!(await refuseAnswer(journal, given, guards))) await journal.commit([{ type: "model.responded", ...answer }]);
}

/** Checks an answer that is shown already; whether it was refused. */
export function guardShown(
  journal: Journal,
  given: { items: readonly Item[]; turn: number; role: Role },
  guards: Guards,
): Promise<boolean> {
  return refuseAnswer(journal, { ...given, are: (each) => !isBlocking(each) }, guards);
}

type Given = { items: readonly Item[]; turn: number; role: Role; are: (guardrail: Guardrail) => boolean };

async function refuseAnswer(journal: Journal, { items, turn, role, are }: Given, guards: Guards): Promise<boolean> {
  const text = textOf(items);
  const guardrails = guardrailsOf(role, "output").filter(are);
  if (text === "" || guardrails.length === 0) return false;
  const checked = { role, turn, on: "output" as const, text };
  const trip = await findTrip(journal, { guardrails, checked, signal: guards.place.signal }, guards);
  if (!trip) return false;
  // The model is told once; whoever answers like that again is stopped.
  const isAgain = (journal.conversation.run?.guard.rejected ?? 0) > 0;
  await journal.commit([isAgain ? { ...trip, behavior: "stop" } : trip]);
  return true;
}
