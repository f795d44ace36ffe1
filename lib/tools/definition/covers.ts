import { isDeepStrictEqual } from "node:util";
import { isRawNumber, numberIn } from "#lib/core/exact/schema.ts";
import { ANNOTATIONS, type Definitions, type Schema, type Subschema } from "./keywords.ts";
import { typesOf } from "./kinds.ts";
import { branchesOf, choicesOf, view } from "./view.ts";

/** Schemas of two versions of one tool, and where the references of each lead. */
export type Sides = { before: Definitions; after: Definitions };

/**
 * Tells whether every value that fits `before` surely fits `after`; what cannot be told is no, and so is everything after a great
 * many steps.
 */
export class Coverage {
  private readonly sides: Sides;
  /** Pairs that are being compared further up: a schema that is part of itself. */
  private readonly open = new Map<Subschema, Set<Subschema>>();
  private steps = 0;
  private depth = 0;

  constructor(sides: Sides) {
    this.sides = sides;
  }

  covers(after: Subschema, before: Subschema): boolean {
    if (after === true || before === false) return true;
    if (after === false || this.steps++ > MOST_STEPS || this.depth > DEEPEST) return false;
    const partners = this.open.get(after) ?? new Set();
    if (partners.has(before)) return true;
    this.open.set(after, partners.add(before));
    this.depth++;
    try {
      return this.either(view(after, this.sides.after), view(before, this.sides.before));
    } finally {
      partners.delete(before);
      this.depth--;
    }
  }

  private either(after: Schema | null, before: Schema | null): boolean {
    if (!after || !before) return false;
    const [nows, thens] = [branchesOf(after), branchesOf(before)];
    if (nows.length === 1 && thens.length === 1 && nows[0] === after && thens[0] === before) {
      return this.one(after, before);
    }
    return thens.every((then) => nows.some((now) => this.covers(now, then)));
  }

  private one(after: Schema, before: Schema): boolean {
    return (
      coversTypes(after, before) &&
      coversChoices(after, before) &&
      coversLimits(after, before) &&
      this.members(after, before) &&
      this.items(after, before)
    );
  }

  private members(after: Schema, before: Schema): boolean {
    const [nows, thens] = [after.properties ?? {}, before.properties ?? {}];
    if (after.required?.some((name) => !before.required?.includes(name))) return false;
    const more = after.additionalProperties ?? true;
    const isKept = Object.entries(thens).every(([name, then]) => this.covers(own(nows, name) ?? more, then));
    // An object that declares some names is not sent others, unless it says that it takes them.
    const others = before.additionalProperties ?? before.properties === undefined;
    if (!isKept || others === false || !typesOf(before).includes("object")) return isKept;
    const added = Object.keys(nows).filter((name) => !Object.hasOwn(thens, name));
    return [more, ...added.map((name) => nows[name] ?? true)].every((now) => this.covers(now, others));
  }

  private items(after: Schema, before: Schema): boolean {
    const [nows, thens] = [after.prefixItems ?? [], before.prefixItems ?? []];
    const [now, then] = [after.items ?? true, before.items ?? true];
    const positions = Array.from({ length: Math.max(nows.length, thens.length) }, (_, index) => index);
    return positions.every((index) => this.covers(nows[index] ?? now, thens[index] ?? then)) && this.covers(now, then);
  }
}

/** Whether what a schema itself asks of a text, number, list or object is no more than before; its parts are not looked at. */
export function coversLimits(after: Schema, before: Schema): boolean {
  return Object.entries(after).every(([keyword, limit]) => {
    const earlier = before[keyword];
    if (OTHERWISE.has(keyword) || ANNOTATIONS.has(keyword) || isDeepStrictEqual(limit, earlier)) return true;
    if (IDLE.has(limit as number | boolean)) return true;
    if (LEAST.has(keyword)) return limit === 0 || isAtLeast(earlier, limit);
    return MOST.has(keyword) && isAtLeast(limit, earlier);
  });
}

function isAtLeast(one: unknown, other: unknown): boolean {
  const [size, least] = [numberIn(one), numberIn(other)];
  return size !== null && least !== null && size >= least;
}

/** What is compared in ways of its own. */
export const OTHERWISE: ReadonlySet<string> = new Set(
  "type const enum properties required additionalProperties items prefixItems $ref".split(" "),
);
const LEAST = new Set("minimum exclusiveMinimum minLength minItems minProperties".split(" "));
const MOST = new Set("maximum exclusiveMaximum maxLength maxItems maxProperties".split(" "));
/** zod adds these bounds to each whole number. */
const IDLE = new Set<number | boolean>([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, false]);
const MOST_STEPS = 20_000;
const DEEPEST = 200;

function coversTypes(after: Schema, before: Schema): boolean {
  const allowed = typesOf(after);
  if (allowed.length === 0) return true;
  const types = typesOf(before);
  const possible = types.length > 0 ? types : (choicesOf(before)?.map(typeOfValue) ?? []);
  return (
    possible.length > 0 &&
    possible.every((type) => allowed.includes(type) || (type === "integer" && allowed.includes("number")))
  );
}

function coversChoices(after: Schema, before: Schema): boolean {
  const allowed = choicesOf(after);
  return allowed === null || (choicesOf(before)?.every((choice) => hasChoice(allowed, choice)) ?? false);
}

/** Whether a list of choices has this one. */
export function hasChoice(choices: readonly unknown[], choice: unknown): boolean {
  return choices.some((each) => isDeepStrictEqual(each, choice));
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return isRawNumber(value) || Number.isInteger(value) ? "integer" : typeof value;
}

function own(record: Record<string, Subschema>, name: string): Subschema | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
