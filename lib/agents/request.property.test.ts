import fc from "fast-check";
import { expect, test } from "vitest";
import type { Item } from "#lib/providers/model.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Role } from "./cast.ts";
import {
  answered,
  asked,
  callItem,
  delta,
  read,
  reasoningItem,
  returned,
  said,
  started,
  stopped,
  textItem,
} from "./log.test-support.ts";
import { makeRequest } from "./request.ts";
import { AgentDefinition } from "./schema.ts";

const role: Role = {
  agent: AgentDefinition.parse({ name: "Tester" }),
  functions: new Map(),
  helpers: new Map(),
  tools: [],
  output: null,
};

const Answer = fc.record({
  model: fc.constantFrom("m", "n"),
  items: fc.array(fc.constantFrom("text", "empty", "call", "reasoning", "strange"), { maxLength: 5 }),
  ids: fc.array(fc.constantFrom("call_0", "call_1", "", "x".repeat(70)), { minLength: 5, maxLength: 5 }),
  /** How many of its calls were answered before the run ended or went on. */
  done: fc.nat(5),
  reason: fc.option(fc.constant("max_output_tokens"), { nil: undefined }),
});
const Run = fc.record({ answers: fc.array(Answer, { maxLength: 4 }), half: fc.boolean(), compacts: fc.nat(3) });

function logOf(
  { answers, half, compacts }: typeof Run extends fc.Arbitrary<infer T> ? T : never,
  run: number,
): EventBody[] {
  const turns = answers.flatMap(({ model, items, ids, done, reason }, before) => {
    const turn = before + 1;
    const whole = items.map((kind, at) => {
      const id = `${run}_${turn}_${at}`;
      if (kind === "call") return callItem(ids[at] ?? "", "echo", `fc_${id}`);
      if (kind === "reasoning") return reasoningItem(`rs_${id}`);
      if (kind === "strange") return { type: "strange", id: `st_${id}` };
      return textItem(kind === "text" ? "words" : "", `msg_${id}`);
    });
    const calls = whole.filter(({ type }) => type === "function_call").length;
    const outputs =
      reason === undefined ? Array.from({ length: Math.min(done, calls) }, (_, at) => returned(at, "out", turn)) : [];
    return [asked(model, turn), answered(whole, { turn, ...(reason && { reason }) }), ...outputs];
  });
  const cut: EventBody = { type: "context.compacted", agent: "Tester", turn: 1, entries: compacts, summary: "short" };
  return [
    started(),
    said(`go ${run}`),
    ...turns,
    ...(half ? [asked(), delta("half"), stopped] : []),
    ...(compacts > 1 ? [cut] : []),
  ];
}

test("whatever a log tells, a request is one that a server takes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Run, { minLength: 1, maxLength: 4 }), fc.constantFrom("m", "n"), async (runs, model) => {
      const conversation = read(...runs.map(logOf));
      const to = { source: `server P ${model}`, model };
      const { input } = await makeRequest({ conversation, role, asked: to }, { artifactDirectory: "/nonexistent" });
      expect(faultOf(input)).toBeNull();
    }),
    { numRuns: 2000 },
  );
});

/** The first rule of the Responses API that an input breaks. */
function faultOf(input: readonly Item[]): string | null {
  const open = new Set<unknown>();
  const known = new Set<unknown>();
  for (const [at, item] of input.entries()) {
    const { type, call_id: id } = item;
    if (type === "function_call") {
      if (known.has(id) || id === "" || String(id).length > 64) return `the call id ${id} is not one of its own`;
      open.add(id);
      known.add(id);
    } else if (type === "function_call_output") {
      if (!open.delete(id)) return `the output of ${id} has no open call before it`;
    } else if (open.size > 0 && item.role === "user") return "a message stands between a call and its output";
    if (type === "reasoning" && (input[at + 1] === undefined || input[at + 1]?.role === "user"))
      return "reasoning leads to nothing";
    if (type === "message" && item.id === undefined) return "a whole message has no id";
  }
  return open.size > 0 ? "a call has no output" : null;
}
