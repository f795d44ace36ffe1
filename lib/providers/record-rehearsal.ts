import { isOfModel, isOfUser, textOf } from "./items.ts";
import type { Item } from "./model.ts";
import type { RehearsalScript } from "./schema.ts";

type Exchange = RehearsalScript["exchanges"][number];
type Turn = Exchange["turns"][number];

/** Makes a script of a conversation that says and calls the same again. Throws nothing; what was not answered is left out. */
export function recordRehearsal(items: readonly Item[]): RehearsalScript {
  const starts = items.flatMap((item, at) => (isOfUser(item) ? [at] : []));
  const exchanges = starts.map((start, index): Exchange => {
    const turns = answersOf(items.slice(start + 1, starts[index + 1])).map(toTurn);
    return { when: textOf(items[start]?.content), turns };
  });
  return { exchanges: exchanges.filter(({ turns }) => turns.length > 0) };
}

function answersOf(items: readonly Item[]): Item[][] {
  const answers: Item[][] = [];
  let last: Item[] | null = null;
  for (const item of items) {
    if (!isOfModel(item)) {
      last = null;
    } else if (last) {
      last.push(item);
    } else {
      last = [item];
      answers.push(last);
    }
  }
  return answers;
}

function toTurn(answer: readonly Item[]): Turn {
  const reasoning = join(answer.filter(({ type }) => type === "reasoning").map(textOfReasoning));
  const text = join(answer.filter(({ type = "message" }) => type === "message").map(({ content }) => textOf(content)));
  const calls = answer.filter(({ type }) => type === "function_call");
  return {
    ...(reasoning && { reasoning }),
    ...(text && { text }),
    ...(calls.length > 0 && {
      calls: calls.map(({ name, arguments: said }) => ({ name: String(name), arguments: readArguments(String(said)) })),
    }),
  };
}

function textOfReasoning({ summary, content }: Item): string {
  return join([textOf(summary), textOf(content)]);
}

function join(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

/** As an object where that says exactly the same again. */
function readArguments(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && JSON.stringify(value) === text ? (value as Record<string, unknown>) : text;
  } catch {
    // Kept as the text that the model said.
    return text;
  }
}
