import { isRawNumber } from "#lib/core/exact/schema.ts";
import { isObject } from "#lib/secrets/schema.ts";
import { findTarget } from "./find-target.ts";
import { type Definitions, inPlace, KEYWORDS, referredName, type Schema, type Subschema } from "./keywords.ts";
import { modernised } from "./modernise.ts";
import { type Remark, remark } from "./remark.ts";

/** A tool's schema, made well-formed: `problems` tells what had to be left out. */
export type Document = { root: Schema; definitions: Definitions; problems: Remark[] };

const DEEPEST = 100;
const ENDLESS = { type: "object" };

/**
 * Reads whatever a tool gave as its schema. Older drafts are put in terms of 2020-12, each reference leads to `#/$defs/…`, and
 * what is no JSON Schema is left out with a problem; nothing else of its meaning changes. Titles and comments are dropped.
 */
export function wellFormed(parameters: unknown): Document {
  const forming = new Forming(parameters);
  const root = forming.read(parameters ?? ENDLESS, { path: "", depth: 0 });
  forming.readReferred();
  cutLoops(forming.definitions, forming.problems);
  const { definitions, problems } = forming;
  return { root: typeof root === "boolean" ? (root ? {} : { not: {} }) : root, definitions, problems };
}

type Place = { path: string; depth: number };

class Forming {
  readonly problems: Remark[] = [];
  readonly definitions = new Map<string, Subschema>();
  private readonly source: unknown;
  private readonly names = new Map<string, string>();
  private readonly bases = new Map<string, number>();
  private readonly unread: { name: string; target: unknown; place: Place }[] = [];

  constructor(source: unknown) {
    this.source = source;
  }

  read(given: unknown, place: Place): Subschema {
    if (typeof given === "boolean") return given;
    if (!isObject(given) || isRawNumber(given))
      return this.leaveOut(remark(place.path, "not_schema", { value: JSON.stringify(given) ?? "nothing" }));
    if (place.depth > DEEPEST) return this.leaveOut(remark(place.path, "deep", { levels: DEEPEST }));
    const schema: [string, unknown][] = [];
    for (const [keyword, value] of Object.entries(modernised(given))) {
      const read = keyword === "$ref" ? this.reference(value, place) : this.keyword(keyword, value, place);
      if (read !== undefined) schema.push([keyword, read]);
    }
    return Object.fromEntries(schema);
  }

  readReferred(): void {
    // Grows while it is gone through.
    for (const { name, target, place } of this.unread) this.definitions.set(name, this.read(target, place));
  }

  private keyword(keyword: string, value: unknown, place: Place): unknown {
    const kind = KEYWORDS.get(keyword);
    const below = { ...place, depth: place.depth + 1 };
    if (kind === undefined) return undefined;
    if (kind === "schema") return this.read(value, keyword === "items" ? under(below, "[]") : below);
    if (kind === "schemas" && Array.isArray(value) && value.length > 0)
      return value.map((each) => this.read(each, below));
    if (kind === "named schemas" && isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          name,
          this.read(each, keyword === "properties" ? under(below, `.${name}`) : below),
        ]),
      );
    }
    if (typeof kind === "function" && kind(value)) return value;
    this.leaveOut(remark(place.path, "bad_keyword", { keyword, value: shorten(value) }));
    return undefined;
  }

  private reference(ref: unknown, place: Place): string | undefined {
    const target = typeof ref === "string" ? findTarget(this.source, ref) : undefined;
    if (typeof ref !== "string" || target === undefined) {
      this.leaveOut(remark(place.path, "no_target", { target: shorten(ref) }));
      return undefined;
    }
    const name = this.names.get(ref) ?? this.nameFor(ref);
    if (!this.names.has(ref)) {
      this.names.set(ref, name);
      this.unread.push({ name, target, place: { ...place, depth: 0 } });
    }
    return `#/$defs/${name}`;
  }

  private nameFor(ref: string): string {
    const last = ref.split(/[#/]/).findLast((part) => part !== "") ?? "root";
    const base = last.replace(/%[0-9a-f]{2}/gi, "_").replace(/[^\w-]+/g, "_") || "part";
    const namesakes = this.bases.get(base) ?? 0;
    this.bases.set(base, namesakes + 1);
    // No base ends in a dot, so that none is another's numbered name.
    return namesakes === 0 ? base : `${base}.${namesakes + 1}`;
  }

  private leaveOut(problem: Remark): Schema {
    this.problems.push(problem);
    return {};
  }
}

function under(place: Place, step: string): Place {
  return { ...place, path: `${place.path}${step}`.replace(/^\./, "") };
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

/** Takes away references that lead back to themselves without a step into the value: nothing could ever be checked by them. */
function cutLoops(definitions: Definitions, problems: Remark[]): void {
  const state = new Map<string, "open" | "done">();
  for (const name of definitions.keys()) follow(name);

  function follow(name: string): void {
    if (state.has(name)) return;
    state.set(name, "open");
    visit(definitions.get(name) ?? {});
    state.set(name, "done");
  }

  function visit(schema: Subschema): void {
    if (typeof schema === "boolean") return;
    const name = referredName(schema);
    if (name !== null && state.get(name) === "open") {
      delete schema.$ref;
      problems.push(remark("", "loop", { name }));
    } else if (name !== null) follow(name);
    for (const each of inPlace(schema)) visit(each);
  }
}
