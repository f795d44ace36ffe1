import { about } from "./about.ts";
import { allowsNull } from "./allows-null.ts";
import { expand, flatten } from "./flatten.ts";
import { type Inlining, inliningOf } from "./inlining.ts";
import { ANNOTATIONS, type Definitions, referredName, type Schema, type Subschema } from "./keywords.ts";
import { isOnlyCondition, typesOf } from "./kinds.ts";
import type { Member, Plan, ToolPlan } from "./plan.ts";
import { type Remark, remark } from "./remark.ts";
import { checksOf, choicesOfType } from "./scalar.ts";
import { distinctOptions } from "./union.ts";

/** Plans a tool's parameters for strict mode. `root` must be an object. */
export function planTool(root: Schema, definitions: Definitions): ToolPlan {
  const planner = new Planner(root, definitions);
  const plan = planner.plan(root, { path: "", open: [] });
  const { parts, free, weaker } = planner;
  return { root: plan, parts, free, weaker };
}

/** `open` names the definitions that this place is inside of because they were taken in. */
type Place = { path: string; open: readonly string[] };

const CHECKED_LATER = [
  ..."propertyNames minProperties maxProperties dependentRequired dependentSchemas if not".split(" "),
  ..."uniqueItems contains minContains maxContains".split(" "),
];
const CONTAINERS = new Set(["object", "array"]);

class Planner {
  readonly parts = new Map<string, Plan>();
  readonly free: Remark[] = [];
  readonly weaker: Remark[] = [];
  private readonly definitions: Definitions;
  private readonly inlining: Inlining;

  constructor(root: Schema, definitions: Definitions) {
    this.definitions = definitions;
    this.inlining = inliningOf(root, definitions);
  }

  plan(given: Subschema, place: Place): Plan {
    if (given === true) return this.freely({}, remark(place.path, "any_value"));
    if (given === false) return this.freely({ not: {} }, remark(place.path, "no_value"));
    const flat = this.flat(given, place);
    if (!flat) return this.freely(given, remark(place.path, "unfit"));
    const inside = { ...place, open: [...place.open, ...flat.expanded] };
    return this.shape(flat.schema, inside);
  }

  private flat(given: Schema, { open }: Place) {
    const flat = flatten(given, this.definitions, open);
    const name = flat && referredName(flat.schema);
    if (!name || !this.inlining.has(name) || open.includes(name)) return flat;
    return expand(flat.schema, this.definitions, open);
  }

  private shape(schema: Schema, place: Place): Plan {
    const name = referredName(schema);
    if (name !== null) return this.reference(name, schema, place);
    const options = this.alternatives(schema, place);
    if (options?.length === 0) return this.freely(schema, remark(place.path, "no_value"));
    if (options) {
      const plans = options.map((option) => this.plan(option, place));
      return this.union(schema, plans);
    }
    this.remarkChecks(schema, place);
    const choices = schema.const === undefined ? schema.enum : [schema.const];
    if (choices) return this.choice(schema, place, choices);
    const types = typesOf(schema);
    const containers = types.filter((type) => CONTAINERS.has(type));
    const scalars = types.filter((type) => !CONTAINERS.has(type));
    if (types.length === 0) return this.freely(schema, remark(place.path, "any_value"));
    if (containers.length === 0) return this.scalar(schema, place, scalars);
    const plans = containers.map((type) => (type === "object" ? this.object(schema, place) : this.list(schema, place)));
    if (scalars.length > 0) plans.push(this.scalar(schema, place, scalars));
    return this.union(schema, plans);
  }

  private reference(name: string, schema: Schema, { path }: Place): Plan {
    const target = this.definitions.get(name) ?? true;
    if (!this.parts.has(name)) {
      this.parts.set(name, { is: "free", about: "", origin: {} });
      this.parts.set(name, this.plan(target, { path, open: [] }));
    }
    return { is: "reference", name, about: about(schema), origin: schema };
  }

  /** What a union chooses from, each with what stands beside the union; null when there is none that a model needs to see. */
  private alternatives(schema: Schema, { path }: Place): Subschema[] | null {
    const keyword = schema.anyOf ? "anyOf" : schema.oneOf ? "oneOf" : null;
    if (!keyword) return null;
    const { [keyword]: options = [], ...beside } = schema;
    const shared = Object.entries(beside).filter(([each]) => !ANNOTATIONS.has(each));
    if (shared.length === 0) return options.filter((option) => option !== false);
    if (options.some(isOnlyCondition)) {
      this.weaker.push(remark(path, "ways", { count: options.length, keyword }));
      return [Object.fromEntries(shared)];
    }
    return options
      .filter((option) => option !== false)
      .map((option) => ({ allOf: [Object.fromEntries(shared), option] }));
  }

  private union(schema: Schema, plans: readonly Plan[]): Plan {
    const options = distinctOptions(plans);
    const [only, ...others] = options;
    if (only && others.length === 0) return { ...only, about: about(schema) || only.about };
    return { is: "union", options, about: about(schema), origin: schema };
  }

  private object(schema: Schema, place: Place): Plan {
    const {
      properties = {},
      required = [],
      additionalProperties: more = place.path === "" ? false : undefined,
    } = schema;
    const names = Object.keys(properties);
    const undeclared = required.find((name) => !Object.hasOwn(properties, name));
    const isOpen = (more !== undefined && more !== false) || schema.patternProperties || schema.unevaluatedProperties;
    if (isOpen || (more === undefined && names.length === 0)) {
      return this.freely(schema, remark(place.path, names.length > 0 ? "more_keys" : "any_keys"));
    }
    if (undeclared !== undefined) return this.freely(schema, remark(place.path, "undeclared", { name: undeclared }));
    const members = Object.keys(properties).map((name) => [name, this.member(schema, name, place)] as const);
    return { is: "object", members: new Map(members), about: about(schema), origin: schema };
  }

  private member({ properties = {}, required = [] }: Schema, name: string, { path, open }: Place): Member {
    const schema = properties[name] ?? true;
    const plan = this.plan(schema, { path: path === "" ? name : `${path}.${name}`, open });
    const needsNull = !required.includes(name) && !allowsNull(schema, this.definitions);
    return { plan, nulls: needsNull ? "mean absent" : "none added" };
  }

  private list(schema: Schema, place: Place): Plan {
    const { items, prefixItems = [], minItems, maxItems } = schema;
    const below = { ...place, path: `${place.path}[]` };
    const options = [
      ...prefixItems,
      ...(items === undefined || (items === false && prefixItems.length > 0) ? [] : [items]),
    ];
    if (options.length === 0) return this.freely(schema, remark(place.path, "any_items"));
    if (prefixItems.length > 0) this.weaker.push(remark(place.path, "positions"));
    const longest =
      options.length > prefixItems.length ? maxItems : Math.min(maxItems ?? prefixItems.length, prefixItems.length);
    return {
      is: "list",
      items: this.union(
        {},
        options.map((option) => this.plan(option, below)),
      ),
      limits: { ...(minItems !== undefined && { minItems }), ...(longest !== undefined && { maxItems: longest }) },
      about: about(schema),
      origin: schema,
    };
  }

  private scalar(schema: Schema, { path }: Place, types: readonly string[]): Plan {
    const { checks, dropped } = checksOf(schema, types);
    this.weaker.push(...dropped.map(({ code, params }) => remark(path, code, params)));
    return { is: "scalar", types, choices: null, checks, about: about(schema), origin: schema };
  }

  private choice(schema: Schema, place: Place, choices: readonly unknown[]): Plan {
    const declared = schema.type === undefined ? null : [schema.type].flat();
    const { types, fitting } = choicesOfType(choices, declared);
    if (fitting.length === 0) return this.freely(schema, remark(place.path, "no_value"));
    if (types.some((type) => CONTAINERS.has(type))) return this.freely(schema, remark(place.path, "compound_choices"));
    return { is: "scalar", types, choices: fitting, checks: {}, about: about(schema), origin: schema };
  }

  private freely(schema: Schema, why: Remark): Plan {
    this.free.push(why);
    return { is: "free", about: about(schema), origin: schema };
  }

  private remarkChecks(schema: Schema, { path }: Place): void {
    const found = CHECKED_LATER.filter((keyword) => schema[keyword] !== undefined && schema[keyword] !== false);
    this.weaker.push(...found.map((keyword) => remark(path, "keyword", { keyword })));
  }
}
