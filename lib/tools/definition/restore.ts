import { LosslessNumber } from "lossless-json";
import { numberIn } from "#lib/core/exact/schema.ts";
import { isRecord, writeJson } from "#lib/secrets/json.ts";
import type { Schema } from "./keywords.ts";
import type { Plan, ToolPlan } from "./plan.ts";

/** Whether the tool's own schema of a part takes a value. */
type Accepts = (schema: Schema, value: unknown) => boolean;

/** Takes out of a model's arguments the nulls that only strict mode brought in; numbers are `LosslessNumber`. */
export function restore({ root, parts }: ToolPlan, value: unknown, accepts: Accepts): unknown {
  return new Restoring(parts, accepts).value(root, value);
}

class Restoring {
  private readonly parts: ToolPlan["parts"];
  private readonly accepts: Accepts;
  /** Each value is restored once for each plan, however many ways through nested unions lead to it. */
  private readonly known = new Map<Plan, Map<unknown, unknown>>();

  constructor(parts: ToolPlan["parts"], accepts: Accepts) {
    this.parts = parts;
    this.accepts = accepts;
  }

  value(plan: Plan, value: unknown): unknown {
    if (plan.is === "reference") return this.value(this.part(plan.name), value);
    if (plan.is === "list") return Array.isArray(value) ? value.map((item) => this.value(plan.items, item)) : value;
    if (plan.is === "object") return isRecord(value) ? this.members(plan, value) : value;
    if (plan.is !== "union" || typeof value !== "object" || value === null) return value;
    const known = this.known.get(plan) ?? new Map<unknown, unknown>();
    this.known.set(plan, known);
    if (!known.has(value)) known.set(value, this.chosen(plan, value));
    return known.get(value);
  }

  private members({ members }: Plan & { is: "object" }, value: Record<string, unknown>): unknown {
    const restored = Object.entries(value).flatMap(([name, item]) => {
      const member = members.get(name);
      if (!member) return [[name, item] as const];
      return item === null && member.nulls === "mean absent" ? [] : [[name, this.value(member.plan, item)] as const];
    });
    return Object.fromEntries(restored);
  }

  /** What the value is by the alternative that it was meant for: the one whose keys and constants it has and that accepts it. */
  private chosen({ options }: Plan & { is: "union" }, value: unknown): unknown {
    const likely = options.filter((option) => this.couldBe(option, value));
    const ways = (likely.length > 0 ? likely : options).map((option) => ({
      origin: option.origin,
      restored: this.value(option, value),
    }));
    const [first] = ways;
    const isOneResult = new Set(ways.map(({ restored }) => writeJson(restored))).size <= 1;
    const way = isOneResult ? first : (ways.find(({ origin, restored }) => this.accepts(origin, restored)) ?? first);
    return way ? way.restored : value;
  }

  private couldBe(plan: Plan, value: unknown): boolean {
    switch (plan.is) {
      case "free":
        return true;
      case "reference":
        return this.couldBe(this.part(plan.name), value);
      case "union":
        return plan.options.some((option) => this.couldBe(option, value));
      case "list":
        return Array.isArray(value);
      case "object":
        return isRecord(value) && this.hasMembersOf(plan, value);
      case "scalar":
        return (
          isOfType(plan.types, value) && (plan.choices === null || plan.choices.some((choice) => isSame(choice, value)))
        );
    }
  }

  private hasMembersOf({ members, origin }: Plan & { is: "object" }, value: Record<string, unknown>): boolean {
    const lacks = origin.required?.some((name) => !Object.hasOwn(value, name)) ?? false;
    return (
      !lacks &&
      Object.entries(value).every(([name, item]) => {
        const member = members.get(name);
        if (!member) return false;
        if (item === null && member.nulls === "mean absent") return true;
        return member.plan.is !== "scalar" || this.couldBe(member.plan, item);
      })
    );
  }

  private part(name: string): Plan {
    return this.parts.get(name) ?? { is: "free", about: "", origin: {} };
  }
}

function isSame(choice: unknown, value: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: one may be a `bigint` where the other is a number
  return value instanceof LosslessNumber ? numberIn(choice) == numberOf(value) : choice === value;
}

function numberOf(value: LosslessNumber): number | bigint {
  const text = value.toString();
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

function isOfType(types: readonly string[], value: unknown): boolean {
  if (value === null) return types.includes("null");
  if (value instanceof LosslessNumber)
    return types.includes("number") || (types.includes("integer") && Number.isInteger(Number(value.toString())));
  return types.includes(typeof value);
}
