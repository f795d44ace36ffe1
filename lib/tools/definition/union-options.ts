import { type Definitions, referredName, type Schema, type Subschema } from "./keywords.ts";
import { typeText } from "./schema-text.ts";
import { branchesOf, choicesOf, view } from "./view.ts";

/** The options of a union by what tells them apart: the constant that they are tagged with, else their definition's name, else their type. */
export function optionsByLabel(union: Schema, definitions: Definitions): Map<string, Subschema> {
  const options = new Map<string, Subschema>();
  for (const option of branchesOf(union)) {
    const label = tagOf(option, definitions) ?? nameOf(option) ?? typeText(option, definitions);
    options.set(options.has(label) ? `${label} ${options.size + 1}` : label, option);
  }
  return options;
}

function tagOf(option: Subschema, definitions: Definitions): string | null {
  const members = Object.values(view(option, definitions)?.properties ?? {});
  const constants = members.map((member) => choicesOf(view(member, definitions) ?? {}));
  const only = constants.find((choices) => choices?.length === 1);
  return only ? String(only[0]) : null;
}

function nameOf(option: Subschema): string | null {
  return typeof option === "boolean" ? null : referredName(option);
}
