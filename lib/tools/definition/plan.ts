import type { Schema } from "./keywords.ts";
import type { Remark } from "./remark.ts";

/** How a part of a tool's parameters is put to a model in strict mode; `origin` is what the tool itself asks for. */
export type Plan = Common &
  (
    | { is: "reference"; name: string }
    | { is: "union"; options: readonly Plan[] }
    | { is: "object"; members: ReadonlyMap<string, Member> }
    | { is: "list"; items: Plan; limits: Pick<Schema, "minItems" | "maxItems"> }
    | { is: "scalar"; types: readonly string[]; choices: readonly unknown[] | null; checks: Schema }
    /** Strict mode cannot say it. */
    | { is: "free" }
  );

type Common = { about: string; origin: Schema };

/** Every parameter must be sent; null stands for an optional one that is left out, or is a value of its own. */
export type Member = { plan: Plan; nulls: "none added" | "mean absent" };

/** A whole tool's plan. `free` is what strict mode cannot say, `weaker` what it can only say in part. */
export type ToolPlan = { root: Plan; parts: ReadonlyMap<string, Plan>; free: Remark[]; weaker: Remark[] };

/** Prints a plan as the schema that is sent. */
export function printPlan(plan: Plan): Schema {
  const { about } = plan;
  const description = about === "" ? {} : { description: about };
  switch (plan.is) {
    case "free":
      return description;
    case "reference": {
      const reference = { $ref: `#/$defs/${plan.name}` };
      // A reference stands alone.
      return about === "" ? reference : { ...description, anyOf: [reference] };
    }
    case "union":
      return { ...description, anyOf: plan.options.map(printPlan) };
    case "object": {
      const members = [...plan.members].map(([name, member]) => [name, printMember(member)] as const);
      return {
        type: "object",
        ...description,
        properties: Object.fromEntries(members),
        required: [...plan.members.keys()],
        additionalProperties: false,
      };
    }
    case "list":
      return { type: "array", ...description, items: printPlan(plan.items), ...plan.limits };
    case "scalar":
      return { ...printType(plan.types), ...description, ...printChoices(plan.choices), ...plan.checks };
  }
}

function printMember({ plan, nulls }: Member): Schema {
  return printPlan(nulls === "mean absent" ? orNull(plan) : plan);
}

function orNull(plan: Plan): Plan {
  const { about, origin } = plan;
  if (plan.is === "scalar") {
    return { ...plan, types: [...plan.types, "null"], choices: plan.choices && [...plan.choices, null] };
  }
  const options = plan.is === "union" ? plan.options : [{ ...plan, about: "" }];
  return { is: "union", about, origin, options: [...options, nullPlan(origin)] };
}

function nullPlan(origin: Schema): Plan {
  return { is: "scalar", about: "", origin, types: ["null"], choices: null, checks: {} };
}

function printType(types: readonly string[]): Schema {
  const [first, ...others] = types;
  return first !== undefined && others.length === 0 ? { type: first } : { type: [...types] };
}

function printChoices(choices: readonly unknown[] | null): Schema {
  if (choices === null) return {};
  return choices.length === 1 && choices[0] !== null ? { const: choices[0] } : { enum: [...choices] };
}
