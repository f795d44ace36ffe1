import { type Event, TERMINAL } from "#lib/runs/schema.ts";
import type { LogFrame } from "#lib/runs/transcript.ts";
import { ASKED, firstAnswer, LAST, LEDGER_TOOL, ONCE_TOOL, secondAnswer, turnsOf } from "./crash-script.ts";
import type { LedgerLine } from "./crash-tools.ts";

/** A request of a session's answer number `turn`, counted from 0 through all of its runs; `at` is in milliseconds since 1970. */
export type Asked = { session: string; turn: number; at: number };

export type Evidence = {
  session: string;
  log: readonly LogFrame[];
  asked: readonly Asked[];
  ledger: readonly LedgerLine[];
};

type Answered = Extract<Event, { type: "model.responded" }>;
type Ended = Extract<Event, { type: "tool.returned" | "tool.failed" }>;

/** Everything that a session's log, its tools' ledger and the model server's book have against the promises of the loop. */
export function complaintsOf(evidence: Evidence): string[] {
  const said = [...aboutRuns(evidence), ...aboutAnswers(evidence), ...aboutCalls(evidence)];
  return said.map((complaint) => `${evidence.session}: ${complaint}`);
}

function* aboutRuns({ session, log }: Evidence): Generator<string> {
  const positions = [...new Set(log.map(({ position }) => position))];
  if (positions.join() !== "1,2") yield `its runs are ${positions.join()}`;
  for (const at of positions) {
    const events = log.filter(({ position }) => position === at).map(({ event }) => event);
    const ends = events.filter(({ type }) => TERMINAL.has(type));
    if (ends.length !== 1 || events.at(-1)?.type !== "run.succeeded") {
      yield `run ${at} has the ends ${JSON.stringify(ends)}, and its last event is ${JSON.stringify(events.at(-1))}`;
    }
    if (events.some(({ type }) => type.endsWith(".delta"))) yield `run ${at} still has pieces of answers`;
    const wanted = at === 1 ? firstAnswer(session) : secondAnswer(session);
    const answer = events.findLast((event) => event.type === "model.responded");
    if (!JSON.stringify(answer).includes(wanted)) yield `run ${at} ended with ${JSON.stringify(answer)}`;
  }
}

/** An answer that is in the log is never asked for again, and no other was ever asked for; each agent is asked once. */
function* aboutAnswers({ session, log, asked }: Evidence): Generator<string> {
  const events = log.map(({ event }) => event);
  const answers = events.filter((event): event is Answered => event.type === "model.responded");
  const keys = new Set(answers.map(({ runId, within, turn }) => `${runId} ${within} ${turn}`));
  if (keys.size !== answers.length) yield "it has two answers of one turn";
  const questions = events.filter((event) => event.type === "agent.asked");
  if (questions.map(({ input }) => input).join() !== `${session}/first,${session}/second`)
    yield `it asked ${JSON.stringify(questions)}`;
  const placeOf = (input: string) => {
    const question = questions.find((each) => each.input === input);
    return question && `${question.turn}.${question.index}`;
  };
  for (const of of [session, ...questions.map(({ input }) => input)]) {
    const own = answers.filter(({ within }) => within === placeOf(of));
    if (own.length !== turnsOf(of).length) yield `${of} has ${own.length} answers`;
    for (const { turn, at } of asked.filter((each) => each.session === of)) {
      const answer = own[turn];
      if (!answer) yield `the answer ${turn} of ${of} was asked for and is not in its log`;
      else if (at > Date.parse(answer.at))
        yield `the answer ${turn} of ${of} was asked for at ${at}, and is there since ${answer.at}`;
    }
  }
}

/** A result that is in the log is the only one, was the last to be run for, and its tool ran with its own key and no other. */
function* aboutCalls({ log, ledger }: Evidence): Generator<string> {
  const events = log.map(({ event }) => event);
  const ended = events.filter(
    (event): event is Ended => event.type === "tool.returned" || event.type === "tool.failed",
  );
  const byKey = new Map(ended.map((event) => [keyOfEnd(event), event]));
  if (byKey.size !== ended.length) yield "a call has two results";
  const handoffs = events.filter(({ type }) => type === "handoff");
  if (handoffs.length !== 1) yield `it has ${handoffs.length} handoffs`;
  const calls = events.flatMap((event) => (event.type === "model.responded" ? callsOf(event) : []));
  for (const { key, name } of calls) {
    const end = byKey.get(key);
    const runs = ledger.filter((line) => line.key === key);
    if (!end) yield `the call ${key} has no result`;
    else if (name === `ask_${ASKED}`) yield* aboutAsked(key, end);
    else yield* aboutCall({ key, name, end, runs });
  }
  const known = new Set(calls.map(({ key }) => key));
  for (const { key } of ledger) if (!known.has(key)) yield `a tool ran with the key ${key}, which no call has`;
}

function keyOfEnd({ runId, within, turn, index, helper }: Ended): string {
  return `${runId}:${within === undefined ? "" : `${within}/`}${turn}.${index}${helper ? `.${helper}` : ""}`;
}

function* aboutAsked(key: string, end: Ended): Generator<string> {
  if (end.type === "tool.failed") yield `the call ${key} failed: ${end.message}`;
  else if (!end.result.startsWith("The clerk is done with")) yield `the call ${key} has the result ${end.result}`;
}

type Told = { key: string; name: string; end: Ended; runs: readonly LedgerLine[] };

function* aboutCall({ key, name, end, runs }: Told): Generator<string> {
  const begun = runs.filter(({ word }) => word === "begin");
  const again = begun.find(({ at }) => at > Date.parse(end.at));
  if (again) yield `the call ${key} ran at ${again.at}, and its result is there since ${end.at}`;
  if (end.type === "tool.returned") {
    if (!end.result.includes(key)) yield `the call ${key} has the result ${end.result}`;
    if (!runs.some(({ word }) => word === "end")) yield `the call ${key} has a result and never ran to its end`;
  }
  if (name === ONCE_TOOL) {
    if (begun.length > 1) yield `the call ${key} must run once and ran ${begun.length} times`;
    if (end.type === "tool.failed" && end.code !== "conflict") yield `the call ${key} failed: ${end.message}`;
  } else if (end.type === "tool.failed") yield `the call ${key} failed: ${end.message}`;
}

/** Of a handoff, the call of the tool that is told of it. */
function callsOf({ runId, within, turn, items }: Answered): { key: string; name: string }[] {
  const calls = items.filter(({ type }) => type === "function_call");
  return calls.map((call, index) => {
    const key = `${runId}:${within === undefined ? "" : `${within}/`}${turn}.${index}`;
    const name = String(call.name);
    return name === `transfer_to_${LAST}` ? { key: `${key}.onHandoff`, name: LEDGER_TOOL } : { key, name };
  });
}
