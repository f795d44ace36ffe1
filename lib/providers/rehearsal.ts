import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { callItem, isOfModel, isOfUser, messageItem, textOf } from "./items.ts";
import type { Item, Model, ModelDelta, ModelResponse } from "./model.ts";
import { withResults } from "./rehearsal-results.ts";
import type { RehearsalScript } from "./schema.ts";

type Exchange = RehearsalScript["exchanges"][number];
type Turn = Exchange["turns"][number];

/**
 * A model that plays a script, the same for the same input: the last message of the user says which exchange, the answers
 * after it which turn. `paceMs` lies between two pieces of text.
 */
export function rehearsalModel(script: RehearsalScript, { paceMs = 30 }: { paceMs?: number } = {}): Model {
  return {
    async respond({ input }, { signal, onDelta }) {
      signal.throwIfAborted();
      const turn = findTurn(script, input);
      const response = makeResponse(turn, input);
      for (const delta of deltasOf(response)) {
        if (paceMs > 0) await wait(paceMs, null, { signal }).catch(() => signal.throwIfAborted());
        onDelta(delta);
      }
      return response;
    },
  };
}

function findTurn({ exchanges }: RehearsalScript, input: readonly Item[]): Turn {
  const asked = input.findLastIndex(isOfUser);
  const message = textOf(input[asked]?.content);
  const exchange = findExchange(exchanges, { message, earlier: input.slice(0, Math.max(asked, 0)) });
  if (!exchange) return { text: notWritten(exchanges) };
  return (
    exchange.turns[countAnswers(input.slice(asked + 1))] ?? {
      text: "This is a rehearsal, and nothing more is written for this message.",
    }
  );
}

function findExchange(
  exchanges: readonly Exchange[],
  { message, earlier }: { message: string; earlier: readonly Item[] },
): Exchange | undefined {
  const said = plain(message);
  const exact = exchanges.filter(({ when }) => when !== undefined && plain(when) === said);
  const times = earlier.filter((item) => isOfUser(item) && plain(textOf(item.content)) === said).length;
  const fits = ({ when }: Exchange) => when === undefined || (plain(when) !== "" && said.includes(plain(when)));
  return exact[Math.min(times, exact.length - 1)] ?? exchanges.find(fits);
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}

/** Answers are rows of the model's items; between two stand the outputs of calls. */
function countAnswers(items: readonly Item[]): number {
  return items.filter((item, at) => isOfModel(item) && !isOfModel(items[at - 1] ?? { type: "item_reference" })).length;
}

function notWritten(exchanges: readonly Exchange[]): string {
  const known = exchanges.flatMap(({ when }) => (when ? [`- ${when}`] : []));
  return [`This is a rehearsal: no model reads your message, and only these have a written answer:`, ...known].join(
    "\n",
  );
}

function makeResponse(turn: Turn, input: readonly Item[]): ModelResponse {
  // Ids differ between turns and are the same when a turn is asked again.
  const key = createHash("sha256").update(JSON.stringify(input)).digest("hex").slice(0, 16);
  const since = input.slice(input.findLastIndex(isOfUser) + 1);
  const summary = [{ type: "summary_text", text: turn.reasoning }];
  const output = [
    ...(turn.reasoning ? [{ type: "reasoning", id: `rs_${key}`, summary }] : []),
    ...(turn.text === undefined ? [] : [messageItem(key, { text: withResults(turn.text, since) })]),
    ...(turn.calls ?? []).map(({ name, arguments: written }, index) => {
      const text = typeof written === "string" ? written : JSON.stringify(withResults(written, since));
      return callItem(`${key}${index}`, { callId: `call_${key}${index}`, name, arguments: text });
    }),
  ];
  return { id: null, status: "completed", reason: null, output, usage: null };
}

function* deltasOf({ output }: ModelResponse): Generator<ModelDelta> {
  let index = 0;
  for (const item of output) {
    if (item.type === "function_call") {
      const name = String(item.name);
      for (const text of pieces(String(item.arguments))) yield { type: "arguments", index, name, text };
      index += 1;
      continue;
    }
    const type = item.type === "reasoning" ? "reasoning" : "text";
    for (const text of pieces(textOf(item.summary ?? item.content))) yield { type, text };
  }
}

/** Words with the space before them, several at once where there are very many; a long one in parts. */
function pieces(text: string): string[] {
  const words = text.match(/\s*\S{1,24}|\s+$/g) ?? [];
  const size = Math.ceil(words.length / MOST_PIECES);
  return words.flatMap((_, at) => (at % size === 0 ? [words.slice(at, at + size).join("")] : []));
}

/** So that nobody waits for a long text for more than some seconds. */
const MOST_PIECES = 150;
