import type { ScriptItem, Turn } from "#tests/support/model-server/script.ts";

/** The tools that the script calls: one that may run again, and one that is marked to be asked for. */
export const LEDGER_TOOL = "ledger";
export const ONCE_TOOL = "once";

type ScriptTurn = Partial<Turn> & { output: readonly ScriptItem[] };

/** What the model says in a session that begins with this message: two runs, with calls side by side, and texts that take a while. */
export function turnsOf(session: string): ScriptTurn[] {
  const call = (id: string, name: string) => ({
    type: "function_call",
    call_id: `call_${id}`,
    name,
    arguments: JSON.stringify({ ms: 5 + ((session.length + id.length) % 4) * 10 }),
  });
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
    { output: [call("f", LEDGER_TOOL)] },
    { output: [{ type: "message", text: firstAnswer(session) }], pace: 3 },
    { output: [call("g", LEDGER_TOOL), call("h", LEDGER_TOOL)] },
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
