import "server-only";
import { AppError, toAppError } from "#lib/core/errors.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Redactor } from "#lib/secrets/redact.ts";
import type { LoadedTool, Role } from "./cast.ts";
import { runCheckTool } from "./check-tool.ts";
import type { Checked, ModelCheck, Verdict } from "./checked.ts";
import { hashOf, hasPassed } from "./guard-state.ts";
import type { Journal } from "./journal.ts";
import { askJudge } from "./judge.ts";
import type { LiveModel } from "./live-model.ts";
import type { Workplace } from "./perform-tool.ts";
import { checkText } from "./policy/check-text.ts";
import type { Guardrail } from "./policy/schema.ts";

/** What guardrails need of a run. */
export type Guards = {
  place: Workplace;
  /** The model that a check asks. */
  judgeOf: (role: Role, check: ModelCheck) => Promise<LiveModel>;
  /** The tool of one of an agent's guardrails; null where it could not be had. */
  toolOf: (role: Role, guardrail: Guardrail) => LoadedTool | null;
  /** Hides the secrets of the configurations that the run's tools use. */
  secrets: () => Promise<Redactor>;
};

export type Tripped = Extract<EventBody, { type: "guardrail.tripped" }>;

/** An agent's guardrails for a stage and, of calls, a tool. */
export function guardrailsOf({ agent }: Pick<Role, "agent">, on: Guardrail["on"], tool?: string): Guardrail[] {
  return agent.guardrails.filter(
    (each) => each.on === on && (tool === undefined || (each.tools?.includes(tool) ?? true)),
  );
}

/** Whether a check needs neither a tool nor a model, so that it costs no time. */
export function isQuick({ check }: Guardrail): boolean {
  return check.type !== "tool" && check.type !== "model";
}

/**
 * What the first of the guardrails that trips has to say of a text; null when all of them pass it. Those that cost nothing are
 * asked first. A check that could not be made trips. What passed is noted, so that it is not asked again. Throws when the log cannot
 * be written, and the signal's reason.
 */
export async function findTrip(
  journal: Journal,
  { guardrails, checked, signal }: { guardrails: readonly Guardrail[]; checked: Checked; signal: AbortSignal },
  guards: Guards,
): Promise<Tripped | null> {
  const look = async (guardrail: Guardrail) => {
    const why = await reasonOf(journal, { guardrail, checked, signal }, guards);
    return why === null ? null : trippedOf(guardrail, checked, why);
  };
  for (const guardrail of guardrails.filter(isQuick)) {
    const tripped = await look(guardrail);
    if (tripped) return tripped;
  }
  const ended = await Promise.all(guardrails.filter((each) => !isQuick(each)).map(look));
  return ended.find((tripped) => tripped !== null) ?? null;
}

type Look = { guardrail: Guardrail; checked: Checked; signal: AbortSignal };

async function reasonOf(journal: Journal, look: Look, guards: Guards): Promise<string | null> {
  const { check } = look.guardrail;
  if (check.type === "tool" || check.type === "model") return costlyReason(journal, look, guards);
  const secrets = check.type === "secrets" ? await guards.secrets() : null;
  return checkText(check, look.checked.text, secrets);
}

async function costlyReason(journal: Journal, look: Look, guards: Guards): Promise<string | null> {
  const { role, turn, on, text, call } = look.checked;
  const at = { agent: role.agent.name, guardrail: look.guardrail.name, on, of: hashOf(text) };
  const { run } = journal.conversation;
  if (run && hasPassed(run.guard, at)) return null;
  const { tripped, why } = await verdictOf(journal, look, guards).catch((error: unknown): Verdict => {
    look.signal.throwIfAborted();
    // A database that is away says nothing about the text.
    if (!(error instanceof AppError)) throw error;
    return { tripped: true, why: `it could not be checked: ${toAppError(error).message.replace(/\.$/, "")}` };
  });
  if (tripped) return why;
  await journal.commit([{ type: "guardrail.passed", turn, ...(call && { index: call.index }), ...at }]);
  return null;
}

function verdictOf(journal: Journal, { guardrail, checked, signal }: Look, guards: Guards): Promise<Verdict> {
  const { check } = guardrail;
  if (check.type === "tool") {
    return runCheckTool(
      { checked, name: check.tool, tool: guards.toolOf(checked.role, guardrail) },
      { ...guards.place, signal },
    );
  }
  if (check.type !== "model") throw new AppError("internal", `The check "${check.type}" has no verdict.`);
  return askJudge(journal, { check, checked, live: () => guards.judgeOf(checked.role, check) }, signal);
}

function trippedOf(guardrail: Guardrail, { role, turn, on, call, messageId }: Checked, why: string): Tripped {
  const { name, check, message, behavior = on === "input" || on === "output" ? "stop" : "reject" } = guardrail;
  const { index, tool = "", callRun } = call ?? {};
  return {
    type: "guardrail.tripped",
    agent: role.agent.name,
    turn,
    ...(index !== undefined && { index }),
    guardrail: name,
    on,
    check: check.type,
    message: message ?? `The guardrail "${name}" refused ${WHAT[on](tool)}: ${why}.`,
    behavior,
    ...(messageId !== undefined && { messageId }),
    ...(callRun !== undefined && { callRun }),
  };
}

const WHAT: Record<Guardrail["on"], (tool: string) => string> = {
  input: () => "the message",
  output: () => "the answer",
  toolArguments: (tool) => `the arguments of ${tool}`,
  toolResult: (tool) => `the result of ${tool}`,
};
