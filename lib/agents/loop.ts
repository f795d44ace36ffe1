import "server-only";
import { AppError, toAppError } from "#lib/core/errors.ts";
import { outlast } from "#lib/db/outlast.ts";
import { type Item, ModelFailure } from "#lib/providers/model.ts";
import { type Finish, liveRuns } from "#lib/runs/run.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { takeDecisions } from "./approvals/take-decisions.ts";
import { isWaiting, waitsUntil } from "./approvals/waiting.ts";
import { ask } from "./ask.ts";
import type { Cast, Role } from "./cast.ts";
import { halve, isTooLong, keepWithinContext } from "./context.ts";
import { roleAt, type SessionFacts, sessionData } from "./enabled.ts";
import { type Answer, textOf } from "./entries.ts";
import type { Guards } from "./guard.ts";
import { guardResults } from "./guard-calls.ts";
import { type Beside, guardInput } from "./guard-input.ts";
import { guardShown, isHeldBack, releaseHeld } from "./guard-output.ts";
import { takeSteering } from "./inputs.ts";
import type { Journal } from "./journal.ts";
import { keepImages } from "./kept-images.ts";
import { deadlineOf, type Limited, outerLimit } from "./limits.ts";
import type { LiveModel } from "./live-model.ts";
import { type NextStep, nextStep } from "./next-step.ts";
import type { AskAgent } from "./perform-agent.ts";
import { performCalls, stopCalls } from "./perform-calls.ts";
import type { Workplace } from "./perform-tool.ts";
import { type Asked, makeRequest } from "./request.ts";
import type { AgentLimits } from "./schema.ts";

/** What a run's loop works with. */
export type Stage = {
  sessionId: string;
  cast: Cast;
  modelOf: (role: Role) => Promise<LiveModel>;
  place: Workplace;
  facts: SessionFacts;
  guards: Guards;
  /** The agent that the conversation begins with and whose limits hold; left out, the first. */
  begins?: string;
  /** The conversations that this one is inside of, which have limits of their own. */
  outer?: readonly Limited[];
};

/**
 * Goes on with a run from where its log is to its end, and says how it ended. Beginning and going on after a crash are the same:
 * each step is read from the log, and none is taken twice once it is there. A run that can only wait for people is put aside. Throws only when the log cannot be written.
 */
export async function runLoop(journal: Journal, stage: Stage): Promise<Finish | "aside"> {
  const { signal } = stage.place;
  try {
    for (;;) {
      const finish = await outlast(() => takeNext(journal, stage), signal);
      if (finish) return finish;
    }
  } catch (error) {
    if (!signal.aborted) return failure(toAppError(error));
    return outlast(() => stopRun(journal), new AbortController().signal);
  }
}

/** Ends a run that was stopped, with an answer to each call that is open. Throws when the log cannot be written. */
export async function stopRun(journal: Journal): Promise<Finish> {
  await takeDecisions(journal);
  await stopCalls(journal);
  return finished({ type: "run.cancelled", message: "Stopped by the user." });
}

/** Takes the step that the log says comes next; what a step that failed has written counts. */
async function takeNext(journal: Journal, stage: Stage): Promise<Finish | "aside" | null> {
  stage.place.signal.throwIfAborted();
  await guardResults(journal, stage.cast, stage.guards);
  const held = journal.conversation.run?.guard.held;
  if (held) await releaseHeld(journal, { held, role: roleOf(held.agent, stage.cast) }, stage.guards);
  const role = roleOf(journal.conversation.agent, stage.cast);
  const step = nextStep(journal.conversation, limitsOf(stage), Date.now());
  return take(step.type === "ask" ? (outerLimit(stage.outer ?? []) ?? step) : step, { journal, stage, role });
}

/** Has the conversation of an agent that is asked like a tool, within this one's limits and its own. */
function askAgent({ journal, stage }: Pick<Taking, "journal" | "stage">): AskAgent {
  const outer = limitedBy({ journal, stage });
  return (nested, begins) => runLoop(nested, { ...stage, begins, outer, modelOf: (role) => unmanned(role, stage) });
}

/** A person sees the questions of the session's own conversation alone. */
function unmanned(role: Role, stage: Stage): Promise<LiveModel> {
  if (!role.agent.model.person) return stage.modelOf(role);
  throw new AppError("invalid_input", `A person answers for ${role.agent.name}, and cannot be asked like a tool.`);
}

type Taking = { journal: Journal; stage: Stage; role: Role };

/** Takes a step; answers with the run's end if it was the last. */
async function take(step: NextStep, { journal, stage, role }: Taking): Promise<Finish | "aside" | null> {
  switch (step.type) {
    case "ask":
      await askNext({ journal, stage, role });
      return null;
    case "call": {
      // A handover in the same answer has changed whose turn it is; the calls are of whoever made them.
      const answer = newest(journal);
      const caller = roleNow(roleOf(answer.agent, stage.cast), answer.turn, { journal, stage });
      const { cast, facts, modelOf } = stage;
      const place = { ...stage.place, cast, facts, modelOf, ask: askAgent({ journal, stage }) };
      await performCalls(journal, { answer, role: caller, guards: stage.guards }, place);
      return waitForPeople(journal, stage);
    }
    case "wait":
      await takeDecisions(journal);
      return step.calls.every(isWaiting) ? waitForPeople(journal, stage) : null;
    case "finish":
      return finishOrGoOn({ journal, stage, role });
    case "pause":
      if (step.reason === "incomplete" && (await isRefused({ journal, stage, role }))) return null;
      return finished({ type: "run.paused", reason: step.reason, message: step.message });
    case "fail":
      return finished({ type: "run.failed", code: step.code, message: step.message });
  }
}

/** Puts the run aside if calls wait for people, unless something can be done for it after all. */
async function waitForPeople(journal: Journal, { place, outer }: Stage): Promise<"aside" | null> {
  const until = waitsUntil(journal.conversation);
  if (until === null || place.signal.aborted || journal.conversation.run?.guard.stopped != null) return null;
  // Of an agent that is asked, whoever asks it puts the run aside.
  const outcome = outer ? "aside" : await journal.putAside(until);
  if (outcome === "aside") return outcome;
  // It is about to be told that it is to stop.
  if (outcome === "cancelled") liveRuns().get(journal.runId)?.abort();
  return null;
}

async function askNext({ journal, stage, role }: Taking): Promise<void> {
  await takeSteering(journal, stage.sessionId);
  const turn = (journal.conversation.run?.turn ?? 0) + 1;
  const asking = { cast: stage.cast, turn, signal: stage.place.signal };
  const beside = await guardInput(journal, asking, stage.guards);
  if (!beside) return;
  const deadline = deadlineOf(limitedBy({ journal, stage }));
  try {
    await askBeside({ journal, stage, role }, { turn, beside, signal: AbortSignal.any([asking.signal, deadline]) });
  } catch (error) {
    // Then the next step is the pause, or the failure.
    if (!deadline.aborted && !beside.refused.aborted) throw error;
  } finally {
    await beside.close();
  }
}

type Asking = { turn: number; beside: Beside; signal: AbortSignal };

async function askBeside({ journal, stage, role: whole }: Taking, { turn, beside, signal }: Asking): Promise<void> {
  const { conversation } = journal;
  const { artifactDirectory } = stage.place;
  const live = await stage.modelOf(whole);
  const role = roleNow(whole, turn, { journal, stage });
  const asked = { source: `${live.by} ${live.provider ?? ""} ${live.name}`, model: live.name };
  await keepWithinContext(journal, { role, live, turn }, stage.place);
  const shown = isHeldBack(role) ? ("held" as const) : ("live" as const);
  const keeping = {
    signal: AbortSignal.any([signal, beside.refused]),
    shown,
    ready: () => beside.passed,
    keep: (items: readonly Item[]) => keepImages(items, artifactDirectory),
  };
  const askWith = async (kept: NonNullable<Asked["kept"]>) => {
    const request = await makeRequest({ conversation, role, asked: { ...asked, kept } }, { artifactDirectory });
    await ask(journal, { agent: role.agent.name, turn, live, request }, keeping);
  };
  await askWith("there").catch(async (error: unknown) => {
    const isShorter = isTooLong(error) && (await halve(journal, { role, live, turn }, stage.place));
    if (!isShorter && !isForgotten(error)) throw error;
    return askWith("nowhere");
  });
}

/** Whether a server that should have kept the conversation has not, or no longer. */
function isForgotten(error: unknown): boolean {
  return error instanceof ModelFailure && !error.again && /previous.?response/i.test(error.message);
}

/** All whose limits hold of this conversation, itself last. */
function limitedBy({ journal, stage }: Pick<Taking, "journal" | "stage">): Limited[] {
  return [...(stage.outer ?? []), { conversation: journal.conversation, limits: limitsOf(stage) }];
}

/** A run's limits are those of the agent that it begins with, whoever it is handed over to. */
function limitsOf({ cast, begins }: Stage): AgentLimits {
  return roleOf(begins ?? null, cast).agent.limits;
}

/** The answer without calls ends the run, unless it is not what was asked for, or a person has said something since. */
async function finishOrGoOn({ journal, stage, role }: Taking): Promise<Finish | null> {
  const answer = newest(journal);
  const text = textOf(answer.items);
  if (await isRefused({ journal, stage, role })) return null;
  const wrong = complaint(role, answer, text);
  if (wrong !== null) {
    await journal.commit([{ type: "output.refused", agent: role.agent.name, turn: answer.turn, message: wrong }]);
    return null;
  }
  if (await takeSteering(journal, stage.sessionId)) return null;
  return finished({ type: "run.succeeded" }, text);
}

/** Whether a guardrail refuses the newest answer, which people have seen. */
function isRefused({ journal, stage, role }: Taking): Promise<boolean> {
  const { items, turn } = newest(journal);
  return guardShown(journal, { items, turn, role }, stage.guards);
}

/** What the model has to hear of a final answer that is no JSON of the agent's schema; a refusal is none, and ends the run. */
function complaint({ output }: Role, { items }: Answer, text: string): string | null {
  const isRefusal = items.some((item) => JSON.stringify(item.content ?? "").includes('"type":"refusal"'));
  if (!output || isRefusal) return null;
  const decoded = output.decode(text);
  return decoded.ok ? null : `The answer must be JSON of the required schema. ${decoded.message}`;
}

function newest({ conversation }: Journal): Answer {
  const { last } = conversation;
  if (!last) throw new AppError("internal", "The run's log has no answer to go on from.");
  return last;
}

function roleOf(name: string | null, cast: Cast): Role {
  const [first] = cast.values();
  const role = cast.get(name ?? "") ?? first;
  if (!role) throw new AppError("internal", "The run has no agent.");
  return role;
}

function roleNow(role: Role, turn: number, { journal, stage }: Pick<Taking, "journal" | "stage">): Role {
  return roleAt(role, sessionData(journal.session, { agent: role.agent.name, turn }, stage.facts));
}

function failure({ code, message }: AppError): Finish {
  return finished({ type: "run.failed", code, message });
}

type End = Extract<EventBody, { type: "run.succeeded" | "run.failed" | "run.cancelled" | "run.paused" }>;

const STATUS = {
  "run.succeeded": "succeeded",
  "run.failed": "failed",
  "run.cancelled": "cancelled",
  "run.paused": "paused",
} as const;

function finished(event: End, text = ""): Finish {
  const words = "message" in event ? event.message : text;
  const outcome = words.slice(0, 200).replaceAll("\0", "").toWellFormed();
  return { event, ending: { status: STATUS[event.type], outcome, runMs: null } };
}
