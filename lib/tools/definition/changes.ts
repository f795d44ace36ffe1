import type { JsonSchema } from "#lib/tools/schema.ts";
import type { Change } from "./change.ts";
import { compareParameters } from "./compare-parameters.ts";
import type { FunctionDefinition } from "./define.ts";
import { type Subschema, subschemas } from "./keywords.ts";
import { wellFormed } from "./well-formed.ts";

/** What is sent of one version of a tool, and what it asks for itself. */
type Told = Pick<FunctionDefinition, "definition"> & { parameters: JsonSchema };

/** What changed for a model from one version of a tool to the next: first of the tool, then of its parameters in their order. */
export function changesOf(before: Told, after: Told): Change[] {
  const [old, now] = [before.definition, after.definition];
  const changes: Change[] = [];
  const add = (code: Change["code"], oldCalls: Change["oldCalls"] = "accepted", params: Change["params"] = {}) =>
    changes.push({ code, path: "", oldCalls, params });
  if (old.name !== now.name) add("renamed", "may be refused", { from: old.name, to: now.name });
  if (old.description !== now.description) add("described");
  if (!old.strict && now.strict) add("became_strict");
  if (old.strict && !now.strict) add("became_loose", sendsNulls(before.parameters) ? "may be refused" : "accepted");
  changes.push(...compareParameters(before.parameters, after.parameters));
  if (changes.length === 0 && JSON.stringify(old) !== JSON.stringify(now)) add("details");
  return changes;
}

/** Whether strict calls hold a null for a parameter that is left out; only a strict definition takes these out again. */
function sendsNulls(parameters: JsonSchema): boolean {
  const { root, definitions } = wellFormed(parameters);
  return [root, ...definitions.values()].some(hasOptional);
}

function hasOptional(schema: Subschema): boolean {
  if (typeof schema === "boolean") return false;
  const { properties = {}, required = [] } = schema;
  return Object.keys(properties).some((name) => !required.includes(name)) || subschemas(schema).some(hasOptional);
}
