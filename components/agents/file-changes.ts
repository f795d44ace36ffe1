import { AgentFile } from "#lib/agents/schema.ts";
import { isRawNumber, parseExact, printExact } from "#lib/core/exact/schema.ts";

/** One thing that another state of an agent says otherwise; `was` and `is` are short texts, null where they would be long. */
export type FileChange = {
  agent: string;
  /** Its place in the agent, such as `settings.temperature` or `tools.calculator`; empty for the whole agent. */
  path: string;
  what: "added" | "removed" | "changed";
  was: string | null;
  is: string | null;
};

/** What one agent file says otherwise than another, agent by agent and field by field; null when one of them cannot be read. */
export function listChanges(before: string, after: string): FileChange[] | null {
  const [was, is] = [readFile(before), readFile(after)];
  if (!was || !is) return null;
  const { agents: wereOthers, ...first } = was;
  const { agents: areOthers, ...newFirst } = is;
  const whole = (agent: string, what: "added" | "removed") => ({ agent, path: "", what, was: null, is: null });
  const known = new Map(wereOthers.map((agent) => [agent.name, agent]));
  const kept = new Set(areOthers.map(({ name }) => name));
  return [
    ...compare(newFirst.name, first, newFirst),
    ...areOthers.flatMap((agent) => {
      const other = known.get(agent.name);
      return other ? compare(agent.name, other, agent) : [whole(agent.name, "added")];
    }),
    ...wereOthers.filter(({ name }) => !kept.has(name)).map(({ name }) => whole(name, "removed")),
  ];
}

function readFile(text: string): AgentFile | null {
  try {
    return AgentFile.safeParse(parseExact(text)).data ?? null;
  } catch {
    // What is half written in the file has only its lines to compare.
    return null;
  }
}

function compare(agent: string, before: object, after: object): FileChange[] {
  return entriesOf(before, after).flatMap(([field, was, is]) => {
    const parts = partsOf(was) ?? partsOf(is);
    if (!parts) return changeOf({ agent, path: field }, was, is);
    return entriesOf(partsOf(was) ?? {}, partsOf(is) ?? {}).flatMap(([part, wasPart, isPart]) =>
      changeOf({ agent, path: `${field}.${part}` }, wasPart, isPart),
    );
  });
}

function entriesOf(before: object, after: object): [string, unknown, unknown][] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...names].map((name) => [name, was.get(name), is.get(name)]);
}

/** The parts of a field that are told one by one: those of an object, and of a list what has a name. */
function partsOf(value: unknown): object | null {
  if (typeof value !== "object" || value === null) return null;
  if (!Array.isArray(value)) return value;
  const names = value.map((each: Record<string, unknown>) => each?.tool ?? each?.agent ?? each?.name ?? each?.type);
  const isNamed = names.every((name) => typeof name === "string") && new Set(names).size === names.length;
  return isNamed ? Object.fromEntries(value.map((each, at) => [names[at], each])) : null;
}

function changeOf(at: { agent: string; path: string }, was: unknown, is: unknown): FileChange[] {
  if (print(was) === print(is)) return [];
  const what = was === undefined ? "added" : is === undefined ? "removed" : "changed";
  return [{ ...at, what, was: short(was), is: short(is) }];
}

const LONGEST = 60;

function short(value: unknown): string | null {
  if (value === undefined || (typeof value === "object" && value !== null && !isRawNumber(value))) return null;
  const text = typeof value === "string" ? value : print(value);
  return text.length <= LONGEST && !text.includes("\n") ? text : null;
}

function print(value: unknown): string {
  return value === undefined ? "" : printExact(value);
}
