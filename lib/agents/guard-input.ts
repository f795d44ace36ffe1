import "server-only";
import type { Cast, Role } from "./cast.ts";
import { findTrip, type Guards, guardrailsOf, isQuick } from "./guard.ts";
import type { Journal } from "./journal.ts";
import type { Guardrail } from "./policy/schema.ts";

type Asking = { cast: Cast; turn: number; signal: AbortSignal };

/** Checks that go on beside an answer: it is kept once `passed` resolves, and `refused` ends it. */
export type Beside = {
  passed: Promise<void>;
  refused: AbortSignal;
  /** Ends those that still go on; nothing is written after that. */
  close: () => Promise<void>;
};

/**
 * Checks the messages that no answer was given to: first by the guardrails that the model waits for, then by the others, beside its
 * answer. Null when one of the first refused a message, which the log then says.
 */
export async function guardInput(journal: Journal, asking: Asking, guards: Guards): Promise<Beside | null> {
  const tripped = await checkMessages(journal, { ...asking, are: isWaitedFor }, guards);
  if (tripped) return null;
  const [refused, closed] = [new AbortController(), new AbortController()];
  const signal = AbortSignal.any([asking.signal, closed.signal]);
  const others = { ...asking, signal, are: (each: Guardrail) => !isWaitedFor(each) };
  const passed = checkMessages(journal, others, guards).then((trips) => {
    if (!trips) return;
    refused.abort();
    refused.signal.throwIfAborted();
  });
  const settled = passed.catch(() => undefined);
  const close = async () => {
    closed.abort();
    await settled;
  };
  return { passed, refused: refused.signal, close };
}

function isWaitedFor(guardrail: Guardrail): boolean {
  return guardrail.blocking ?? isQuick(guardrail);
}

type Checking = Asking & { are: (guardrail: Guardrail) => boolean };

/** Writes what trips, for each message; whether anything does. */
async function checkMessages(
  journal: Journal,
  { cast, turn, signal, are }: Checking,
  guards: Guards,
): Promise<boolean> {
  const messages = journal.conversation.unchecked;
  const roles = rolesOf(journal, cast);
  const found = await Promise.all(
    messages.flatMap(({ messageId, text }) =>
      roles.map((role) => {
        const guardrails = guardrailsOf(role, "input").filter(are);
        const checked = { role, turn, on: "input" as const, text, messageId };
        return findTrip(journal, { guardrails, checked, signal }, guards);
      }),
    ),
  );
  // One trip of a message is enough to end the run.
  const trips = found.filter((trip) => trip !== null);
  const first = trips.filter(({ messageId }, at) => trips.findIndex((each) => each.messageId === messageId) === at);
  if (first.length === 0) return false;
  await journal.commit(first.map((trip) => ({ ...trip, behavior: "stop" as const })));
  return true;
}

/**
 * Who hears a message: the file's first agent, at whose door it arrives, and whoever has the conversation as the run begins. What an
 * agent is asked like a tool only that one hears.
 */
function rolesOf(journal: Journal, cast: Cast): Role[] {
  const first = journal.depth === 0 ? [...cast.values()][0] : undefined;
  const begunBy = cast.get(journal.conversation.run?.guard.begunBy ?? "");
  return [...new Set([first, begunBy])].filter((role) => role !== undefined);
}
