import type { ScriptItem, Turn } from "#tests/support/model-server/script.ts";

/** The tools that the script calls: one that may run again, and one that is marked to be asked for. */
export const LEDGER_TOOL = "ledger";
export const ONCE_TOOL = "once";

/** Who is asked like a tool, and who is handed over to in the second run, of which the ledger tool is told. */
export const ASKED = "clerk";
export const LAST = "closer";

type ScriptTurn = Partial<Turn> & { output: readonly ScriptItem[] };

/** What an agent is asked in a session; its conversation begins with that. */
const questionsOf = (session: string) => [`${session}/first`, `${session}/second`];

/**
 * What the model says in a session that begins with this message: two runs, with calls side by side, agents that are asked, a handoff,
 * and texts that take a while.
 */
export function turnsOf(session: string): ScriptTurn[] {
  return session.includes("/") ? askedTurns(session) : sessionTurns(session);
}

function askedTurns(question: string): ScriptTurn[] {
  return [
    { output: [ledgerCall("x", question), ledgerCall("y", question)] },
    { output: [{ type: "message", text: `The clerk is done with ${question}.` }], pace: 3 },
  ];
}

function ledgerCall(id: string, session: string, name = LEDGER_TOOL): ScriptItem {
  const given = JSON.stringify({ ms: 5 + ((session.length + id.length) % 4) * 10 });
  return { type: "function_call", call_id: `call_${id}`, name, arguments: given };
}

function sessionTurns(session: string): ScriptTurn[] {
  const call = (id: string, name: string) => ledgerCall(id, session, name);
  const asked = questionsOf(session).map((input, at) => ({
    type: "function_call",
    call_id: `call_asked_${at}`,
    name: `ask_${ASKED}`,
    arguments: JSON.stringify({ input }),
  }));
  return [
    {
      output: [
        { type: "reasoning", summary: "Three at once." },
        call("a", LEDGER_TOOL),
        call("b", ONCE_TOOL),
        call("c", LEDGER_TOOL),
      ],
    },
    { output: [{ type: "message", text: "And two more." }, call("d", LEDGER_TOOL), call("e", LEDGER_TOOL)], pace: 2 },
    { output: [call("f", LEDGER_TOOL), ...asked] },
    { output: [{ type: "message", text: firstAnswer(session) }], pace: 3 },
    { output: [call("g", LEDGER_TOOL), call("h", `transfer_to_${LAST}`)] },
    { output: [{ type: "message", text: secondAnswer(session) }], pace: 3 },
  ];
}

/** How the runs end. */
export function firstAnswer(session: string): string {
  return `All is done for ${session}: ${"every entry is in the ledger, each of them once. ".repeat(3)}`;
}

export function secondAnswer(session: string): string {
  return `That was all of ${session}.`;
}
