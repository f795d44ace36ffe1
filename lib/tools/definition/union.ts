import { type Plan, printPlan } from "./plan.ts";

type Scalar = Plan & { is: "scalar" };

/** The alternatives of a union, each once and as few as say the same: a list of types where Pydantic and zod may differ. */
export function distinctOptions(plans: readonly Plan[]): Plan[] {
  const flat = plans.flatMap((plan) => (plan.is === "union" && plan.about === "" ? plan.options : [plan]));
  const distinct = new Map(flat.map((plan) => [JSON.stringify(printPlan(plan)), plan]));
  const options: Plan[] = [];
  for (const plan of distinct.values()) {
    const index = options.findIndex((option) => joined(option, plan));
    const both = joined(options[index], plan);
    if (both) options[index] = both;
    else options.push(plan);
  }
  return options;
}

function joined(one: Plan | undefined, other: Plan): Scalar | null {
  if (one?.is !== "scalar" || other.is !== "scalar" || other.about !== "") return null;
  if (one.types.some((type) => other.types.includes(type))) return null;
  if (isNull(other)) return { ...one, types: [...one.types, "null"], choices: one.choices && [...one.choices, null] };
  const isPlain = [one, other].every(({ choices, checks }) => choices === null && Object.keys(checks).length === 0);
  return isPlain && one.about === "" ? { ...one, types: [...one.types, ...other.types] } : null;
}

function isNull({ types, choices }: Scalar): boolean {
  return types.length === 1 && types[0] === "null" && (choices === null || choices.includes(null));
}
