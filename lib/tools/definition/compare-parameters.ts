import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "#lib/tools/schema.ts";
import type { Change } from "./change.ts";
import { Coverage, coversLimits, hasChoice, type Sides } from "./covers.ts";
import { flatten } from "./flatten.ts";
import type { Definitions, Schema, Subschema } from "./keywords.ts";
import { typesOf } from "./kinds.ts";
import { rootOf } from "./root.ts";
import { limitsText, listText, typeText, valueText } from "./schema-text.ts";
import { optionsByLabel } from "./union-options.ts";
import { branchesOf, choicesOf, isNull, view } from "./view.ts";
import { type Document, wellFormed } from "./well-formed.ts";

/** What changed from one schema of a tool's parameters to the next, in the order of the parameters. */
export function compareParameters(before: JsonSchema, after: JsonSchema): Change[] {
  try {
    return compareDocuments(wellFormed(before), wellFormed(after));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Deeper than the stack: that it is not what it was can be told from the texts.
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    return isSame ? [] : [{ code: "rewritten", path: "", oldCalls: "may be refused", params: {} }];
  }
}

function compareDocuments(old: Document, now: Document): Change[] {
  const comparison = new Comparison({ before: old.definitions, after: now.definitions });
  comparison.rules(flatten(old.root, old.definitions, [])?.schema, flatten(now.root, now.definitions, [])?.schema);
  comparison.members(rootOf(old).sent, rootOf(now).sent, "");
  return comparison.changes;
}

/** More than any definition that a model is sent. */
const MOST_PARTS = 20_000;
const RULES = ["anyOf", "oneOf", "not"];

type Found = Pick<Change, "code" | "path"> & { isTaken: boolean; params?: Change["params"] };

class Comparison {
  readonly changes: Change[] = [];
  private readonly sides: Sides;
  private readonly forward: Coverage;
  private readonly backward: Coverage;
  private readonly seen = new Map<Subschema, Set<Subschema>>();
  private readonly open = new Set<string>();
  private parts = 0;

  constructor(sides: Sides) {
    this.sides = sides;
    this.forward = new Coverage(sides);
    this.backward = new Coverage({ before: sides.after, after: sides.before });
  }

  /** What the whole asks for beside its parameters, such as one of two that must be given. */
  rules(before: Schema = {}, after: Schema = {}): void {
    const [old, now] = [before, after].map((schema) => RULES.map((keyword) => schema[keyword]));
    if (isDeepStrictEqual(old, now)) return;
    const isFree = now?.every((rule) => rule === undefined) === true;
    this.add({ code: "rewritten", path: "", isTaken: isFree });
  }

  members(before: Schema, after: Schema, path: string): void {
    const [thens, nows] = [before.properties ?? {}, after.properties ?? {}];
    for (const [name, then] of Object.entries(thens)) {
      const below = path === "" ? name : `${path}.${name}`;
      const now = Object.hasOwn(nows, name) ? nows[name] : undefined;
      if (now === undefined) {
        this.add({
          code: "removed",
          path: below,
          isTaken: this.forward.covers(after.additionalProperties ?? true, then),
        });
        continue;
      }
      const [was, is] = [before, after].map(({ required = [] }) => required.includes(name));
      if (was !== is) this.add({ code: is ? "made_required" : "made_optional", path: below, isTaken: !is });
      this.compare(then, now, below);
    }
    for (const name of Object.keys(nows).filter((each) => !Object.hasOwn(thens, each))) {
      const isRequired = after.required?.includes(name) === true;
      const below = path === "" ? name : `${path}.${name}`;
      this.add({ code: isRequired ? "added_required" : "added", path: below, isTaken: !isRequired });
    }
    const [was, is] = [before, after].map(({ additionalProperties: more = false }) => more !== false);
    if (was !== is) this.add({ code: is ? "opened" : "closed", path, isTaken: is === true });
  }

  private compare(before: Subschema, after: Subschema, path: string): void {
    const partners = this.seen.get(before) ?? new Set();
    if (partners.has(after) || this.parts++ > MOST_PARTS) return;
    this.seen.set(before, partners.add(after));
    // An option with what stands beside its union is put together anew each time: then only its text tells that it is inside of itself.
    const text = JSON.stringify([before, after]);
    if (this.open.has(text)) return;
    this.open.add(text);
    this.part(before, after, path);
    this.open.delete(text);
  }

  private part(before: Subschema, after: Subschema, path: string): void {
    const [then, now] = [view(before, this.sides.before), view(after, this.sides.after)];
    if (!then || !now) {
      if (!isDeepStrictEqual(before, after)) this.add({ code: "rewritten", path, isTaken: false });
      return;
    }
    if ((then.description ?? "") !== (now.description ?? "")) this.add({ code: "described", path, isTaken: true });
    if (!isDeepStrictEqual(then.default, now.default)) {
      this.add({
        code: "default",
        path,
        isTaken: true,
        params: { from: valueText(then.default), to: valueText(now.default) },
      });
    }
    this.shape(then, now, path);
  }

  private shape(before: Schema, after: Schema, path: string): void {
    const [then, now] = [this.withoutNull(before, "before"), this.withoutNull(after, "after")];
    const kind = containerOf(then.schema, this.sides.before);
    if (kind === null || kind !== containerOf(now.schema, this.sides.after)) {
      this.leaf(before, after, path);
      return;
    }
    if (then.nullable !== now.nullable) this.type(before, after, { path, isTaken: now.nullable });
    if (kind !== "union") this.limits(then.schema, now.schema, path);
    if (kind === "union") this.union(then.schema, now.schema, path);
    else if (kind === "object") this.members(then.schema, now.schema, path);
    else this.compare(then.schema.items ?? true, now.schema.items ?? true, `${path}[]`);
  }

  private union(before: Schema, after: Schema, path: string): void {
    const thens = optionsByLabel(before, this.sides.before);
    const nows = optionsByLabel(after, this.sides.after);
    for (const [label, then] of thens) {
      const now = nows.get(label);
      if (now !== undefined) this.compare(then, now, `${path}(${label})`);
      else
        this.add({
          code: "option_removed",
          path,
          isTaken: this.forward.covers(after, then),
          params: { option: label },
        });
    }
    for (const label of nows.keys())
      if (!thens.has(label)) this.add({ code: "option_added", path, isTaken: true, params: { option: label } });
  }

  private leaf(before: Schema, after: Schema, path: string): void {
    const [from, to] = [typeText(before, this.sides.before), typeText(after, this.sides.after)];
    const isTaken = this.forward.covers(after, before);
    const isSame = isTaken && this.backward.covers(before, after);
    const [thens, nows] = [choicesOf(before), choicesOf(after)];
    const isOne = branchesOf(before).length <= 1 && branchesOf(after).length <= 1;
    if (thens && nows) this.choices(thens, nows, path);
    else if (from !== to) this.type(before, after, { path, isTaken });
    else if (isOne && this.limits(before, after, path)) return;
    else if (!isSame && !isDeepStrictEqual(before, after)) this.add({ code: "rewritten", path, isTaken });
  }

  private choices(before: readonly unknown[], after: readonly unknown[], path: string): void {
    const added = after.filter((choice) => !hasChoice(before, choice));
    const removed = before.filter((choice) => !hasChoice(after, choice));
    if (added.length + removed.length === 0) return;
    const params = { added: listText(added), removed: listText(removed) };
    this.add({ code: "choices", path, isTaken: removed.length === 0, params });
  }

  private type(before: Schema, after: Schema, { path, isTaken }: { path: string; isTaken: boolean }): void {
    const [from, to] = [typeText(before, this.sides.before), typeText(after, this.sides.after)];
    this.add({ code: "type", path, isTaken, params: { from, to } });
  }

  private limits(before: Schema, after: Schema, path: string): boolean {
    const [from, to] = [limitsText(before), limitsText(after)];
    if (from === to) return false;
    this.add({ code: "limits", path, isTaken: coversLimits(after, before), params: { from, to } });
    return true;
  }

  private withoutNull(schema: Schema, side: keyof Sides): { schema: Schema; nullable: boolean } {
    const branches = branchesOf(schema);
    const rest = branches.filter((branch) => !isNull(view(branch, this.sides[side]) ?? {}));
    if (rest.length === branches.length || rest.length === 0) return { schema, nullable: false };
    const [only = true] = rest;
    const alone = rest.length === 1 ? view(only, this.sides[side]) : { anyOf: rest };
    return { schema: alone ?? schema, nullable: alone !== null };
  }

  private add({ code, path, isTaken, params = {} }: Found): void {
    this.changes.push({ code, path, oldCalls: isTaken ? "accepted" : "may be refused", params });
  }
}

/** What has parts to be compared one by one; null for everything else. */
function containerOf(schema: Schema, definitions: Definitions): "object" | "array" | "union" | null {
  if (choicesOf(schema)) return null;
  const branches = branchesOf(schema);
  if (branches.length > 1) {
    const isOfObjects = branches.every((branch) => view(branch, definitions)?.properties !== undefined);
    return isOfObjects ? "union" : null;
  }
  const [type] = typesOf(schema);
  if (type === "object") return schema.properties ? "object" : null;
  return type === "array" && !schema.prefixItems ? "array" : null;
}
