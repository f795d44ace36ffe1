import type { Schema, Subschema } from "./keywords.ts";
import { subschemas } from "./keywords.ts";

const MOST_PROPERTIES = 5000;
/** Ten levels are allowed; how a reference counts is not said. */
const MOST_LEVELS = 8;
const MOST_CHARACTERS = 120_000;
const MOST_CHOICES = 1000;
const MANY_CHOICES = 250;
const MOST_CHARACTERS_OF_MANY = 15_000;

/** What a strict schema has more of than the model server takes. */
export type Excess = { of: keyof typeof WORDS; count: number; most: number };

/** What makes a strict schema larger than the model server takes; null when it fits. */
export function excessOf(schema: Schema): Excess | null {
  const size = measure(schema);
  const excesses: [number, number, Excess["of"]][] = [
    [size.properties, MOST_PROPERTIES, "parameters"],
    [size.levels, MOST_LEVELS, "levels"],
    [size.choices, MOST_CHOICES, "choices"],
    [size.ofMany, MOST_CHARACTERS_OF_MANY, "list"],
    [size.characters, MOST_CHARACTERS, "characters"],
  ];
  const found = excesses.find(([count, most]) => count > most);
  return found ? { of: found[2], count: found[0], most: found[1] } : null;
}

export function excessText({ of, count, most }: Excess): string {
  return `It has ${count} ${WORDS[of]}, and strict mode takes at most ${most}.`;
}

const WORDS = {
  parameters: "parameters",
  levels: "levels of nesting",
  choices: "choices",
  list: `characters in one list of over ${MANY_CHOICES} choices`,
  characters: "characters of names and choices",
} as const;

type Size = { properties: number; levels: number; choices: number; ofMany: number; characters: number };

function measure(root: Schema): Size {
  const size: Size = { properties: 0, levels: 0, choices: 0, ofMany: 0, characters: 0 };
  visit(root, 0);
  for (const [name, schema] of Object.entries((root.$defs ?? {}) as Record<string, Subschema>)) {
    size.characters += name.length;
    visit(schema, 1);
  }
  return size;

  function visit(schema: Subschema, level: number): void {
    if (typeof schema === "boolean") return;
    const { properties = {}, items, const: only } = schema;
    const choices = schema.enum ?? (only === undefined ? [] : [only]);
    const characters = choices.reduce<number>((sum, choice) => sum + lengthOf(choice), 0);
    if (schema.type === "object") size.levels = Math.max(size.levels, level);
    if (choices.length > MANY_CHOICES) size.ofMany = Math.max(size.ofMany, characters);
    size.choices += schema.enum?.length ?? 0;
    size.characters += characters + Object.keys(properties).join("").length;
    size.properties += Object.keys(properties).length;
    const inside = new Set<Subschema>([...Object.values(properties), ...(items === undefined ? [] : [items])]);
    for (const each of subschemas(schema)) visit(each, inside.has(each) ? level + 1 : level);
  }
}

function lengthOf(choice: unknown): number {
  return typeof choice === "string" ? choice.length : JSON.stringify(choice).length;
}
