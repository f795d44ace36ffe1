import { isRawNumber, printExact } from "#lib/core/exact/schema.ts";

/** What the variables of instructions stand for: `date` is the day that the run began, in UTC, as 2026-03-02. */
export type InstructionValues = {
  agent: string;
  date: string;
  startedBy: { role: string | null };
  data: unknown;
};

/** Variables by their names; `data.` goes on with the names of members of the session's data. */
export const VARIABLES = ["agent.name", "date", "startedBy.role", "data."] as const;

/**
 * Instructions with each variable such as `{{date}}` or `{{data.plan}}` replaced by what it stands for: a text as it is, all else as
 * JSON. One that is not known, or of data that is not there, stays as it is written. What is put in is not looked through again.
 */
export function resolveInstructions(instructions: string, values: InstructionValues): string {
  return instructions.replace(VARIABLE, (written, name: string) => {
    const value = lookUp(name, values);
    if (value === undefined || value === null) return written;
    return typeof value === "string" ? value : printExact(value);
  });
}

/** The variables of instructions that stand for nothing, each once, without their braces. */
export function unknownVariables(instructions: string): string[] {
  const names = [...instructions.matchAll(VARIABLE)].map(([, name = ""]) => name);
  return [...new Set(names.filter((name) => !isKnown(name)))];
}

const VARIABLE = /\{\{\s*([^\s{}]+)\s*\}\}/g;

function isKnown(name: string): boolean {
  return name === "agent.name" || name === "date" || name === "startedBy.role" || /^data(\.[^.]+)+$/.test(name);
}

function lookUp(name: string, { agent, ...values }: InstructionValues): unknown {
  if (!isKnown(name)) return undefined;
  if (name === "agent.name") return agent;
  let here: unknown = values;
  for (const part of name.split(".")) {
    const isThere = typeof here === "object" && here !== null && !isRawNumber(here) && Object.hasOwn(here, part);
    if (!isThere) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}
