import type { ErrorObject } from "ajv/dist/2020.js";

/** An error to put in words; of a failed union also `branches`, what each of its alternatives says against the value. */
export type ClearError = ErrorObject & { branches?: readonly ErrorObject[] };

/**
 * Of all errors those that tell a reader what to do, one a place: what stands behind a condition is said by itself, and of a failed
 * union either what is wrong by the alternative that was clearly meant, or the union with all of its alternatives.
 */
export function clearest(errors: readonly ErrorObject[]): ClearError[] {
  const unions = errors.filter(({ keyword }) => UNIONS.has(keyword));
  const whole = errors.filter(({ keyword }) => WHOLES.has(keyword));
  const shown = errors.filter(
    (error) => error.keyword !== "if" && ![...unions, ...whole].some((other) => isWithin(error, other)),
  );
  const clear = shown.map((error) => (unions.includes(error) ? ofUnion(error, errors) : error));
  return [...new Map(clear.toReversed().map((error) => [placeOf(error), error])).values()].toReversed();
}

/** The keys that lead to what is wrong; a missing or surplus name is a place of its own. */
export function keysOf({ instancePath, keyword, params }: ErrorObject): string[] {
  const keys = stepsOf(instancePath);
  const name = NAMES[keyword];
  return name === undefined ? keys : [...keys, String(params[name])];
}

export function stepsOf(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

const UNIONS = new Set(["anyOf", "oneOf"]);
/** What is within these is not what is asked for, or asked of one item only. */
const WHOLES = new Set(["contains", "propertyNames"]);
const NAMES: Readonly<Record<string, string>> = {
  required: "missingProperty",
  dependentRequired: "missingProperty",
  additionalProperties: "additionalProperty",
  unevaluatedProperties: "unevaluatedProperty",
  propertyNames: "propertyName",
};

function placeOf(error: ErrorObject): string {
  return JSON.stringify(keysOf(error));
}

function ofUnion(union: ErrorObject, errors: readonly ErrorObject[]): ClearError {
  // More than one alternative took it: there is nothing else to say.
  if (union.params.passingSchemas) return union;
  const branches = errors.filter((error) => isWithin(error, union));
  return meant(union, branches) ?? Object.assign({ ...union }, { branches });
}

/** What is wrong by the only alternative that has the kind of the value, or is clearly nearer to it than the others. */
function meant(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject | undefined {
  const deep = errors.filter((error) => !isOfWhole(error, union));
  if (errors.some((error) => isOfWhole(error, union) && !MISFITS.has(error.keyword))) return undefined;
  const branches = Map.groupBy(deep, (error) => branchOf(error, union));
  const [nearest, next] = [...branches.values()].toSorted((one, other) => distance(one) - distance(other));
  if (!nearest || (next && distance(next) === distance(nearest))) return undefined;
  return nearest.find(({ keyword }) => !UNIONS.has(keyword));
}

/** Said of the value by alternatives of another kind. */
const MISFITS = new Set(["type", "anyOf", "oneOf"]);
/** What tells alternatives apart weighs more than all that may be wrong inside of one. */
const TELLING: Readonly<Record<string, number>> = { const: 1000, enum: 1000, additionalProperties: 10, required: 10 };

function distance(errors: readonly ErrorObject[]): number {
  return errors.reduce((sum, { keyword }) => sum + (TELLING[keyword] ?? 1), 0);
}

function isOfWhole(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath && NAMES[error.keyword] === undefined;
}

/** Which alternative an error is of; behind a reference its path begins anew, and the reference stands for the alternative. */
export function branchOf({ schemaPath }: ErrorObject, union: ErrorObject): string {
  const prefix = `${union.schemaPath}/`;
  const rest = schemaPath.startsWith(prefix)
    ? schemaPath.slice(prefix.length)
    : schemaPath.split("/").slice(2).join("/");
  return rest.split("/")[0] ?? "";
}

/** Whether an error is of a branch of the union; the path of one behind a reference begins anew there. */
function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  if (error === union || !`${error.instancePath}/`.startsWith(`${union.instancePath}/`)) return false;
  return error.schemaPath.startsWith(`${union.schemaPath}/`) || /^#\/(\$defs|definitions)\//.test(error.schemaPath);
}
