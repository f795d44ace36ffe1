import { isSecretField } from "#lib/secrets/schema.ts";
import type { ToolContract } from "#lib/tools/schema.ts";
import { type Definitions, inPlace, referredName, type Schema, type Subschema } from "./keywords.ts";
import { isVagueName, lacksUnit, listedChoices } from "./lint-words.ts";
import { wellFormed } from "./well-formed.ts";

type LintCode =
  | "no_description"
  | "no_unit"
  | "vague_name"
  | "secret_parameter"
  | "free_string"
  | "long_description"
  | "long_result";

/** Something that makes a tool hard to use for a model. `path` names the parameter, like `filters[].value`; "" is the tool. */
export type LintFinding = { code: LintCode; path: string; params: Record<string, string | number>; fix?: LintFix };

/** What `fixFile` can do about a finding, to the tool's entry file or to its config.json. */
export type LintFix =
  | { file: "entry"; kind: "choices"; name: string; values: readonly string[] }
  | { file: "config.json"; kind: "result_characters"; value: number };

const LONGEST_DESCRIPTION = 1024;
/** Characters of results that still leave a model room to think. */
const LONGEST_RESULT = 20_000;

/** What in a tool's contract a model will stumble over, in the order of its parameters. */
export function lint(contract: Pick<ToolContract, "description" | "toolParameters" | "settings">): LintFinding[] {
  const { description, toolParameters, settings } = contract;
  const { root, definitions } = wellFormed(toolParameters);
  const findings: LintFinding[] = [];
  if (description.trim() === "") findings.push({ code: "no_description", path: "", params: {} });
  if (description.length > LONGEST_DESCRIPTION) {
    const params = { characters: description.length, most: LONGEST_DESCRIPTION };
    findings.push({ code: "long_description", path: "", params });
  }
  const found = parametersOf(root, definitions).flatMap((parameter) => lintParameter(parameter, definitions));
  // Each option of a union may have a parameter at the same path.
  findings.push(...new Map(found.map((finding) => [`${finding.code} ${finding.path}`, finding])).values());
  if (settings.resultCharacters > LONGEST_RESULT) {
    findings.push({
      code: "long_result",
      path: "",
      params: { characters: settings.resultCharacters, most: LONGEST_RESULT },
      fix: { file: "config.json", kind: "result_characters", value: LONGEST_RESULT },
    });
  }
  return findings;
}

type Parameter = { path: string; name: string; schema: Schema };

/** Every declared parameter, those inside of others too, each definition's once. */
function parametersOf(root: Schema, definitions: Definitions): Parameter[] {
  const found: Parameter[] = [];
  const seen = new Set<Subschema>();
  visit(root, "");
  return found;

  function visit(schema: Subschema | undefined, path: string): void {
    if (typeof schema !== "object" || seen.has(schema)) return;
    seen.add(schema);
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const below = path === "" ? name : `${path}.${name}`;
      found.push({ path: below, name, schema: typeof member === "object" ? member : {} });
      visit(member, below);
    }
    for (const item of [schema.items, ...(schema.prefixItems ?? [])]) visit(item, `${path}[]`);
    for (const each of inPlace(schema)) visit(each, path);
    const name = referredName(schema);
    if (name !== null) visit(definitions.get(name), path);
  }
}

function lintParameter({ path, name, schema }: Parameter, definitions: Definitions): LintFinding[] {
  const forms = formsOf(schema, definitions);
  const description = forms.map((form) => form.description ?? "").find((text) => text !== "") ?? "";
  const types = new Set(forms.flatMap(({ type }) => type ?? []));
  const codes: LintCode[] = [];
  if (description.trim() === "") codes.push("no_description");
  if (isVagueName(name, description)) codes.push("vague_name");
  if ((types.has("number") || types.has("integer")) && lacksUnit(name, description)) codes.push("no_unit");
  if (isSecretField(name, forms)) codes.push("secret_parameter");
  const findings = codes.map((code): LintFinding => ({ code, path, params: { name } }));
  const isFree = types.has("string") && forms.every(isFreeString);
  const values = isFree ? listedChoices(description) : [];
  if (values.length === 0) return findings;
  const fix: LintFix = { file: "entry", kind: "choices", name, values };
  return [
    ...findings,
    { code: "free_string", path, params: { name, choices: values.join(", ") }, ...(path === name && { fix }) },
  ];
}

/** The schema and every alternative that it can have, each once and without those inside of it. */
function formsOf(schema: Schema, definitions: Definitions): Schema[] {
  const forms = new Set<Schema>([schema]);
  // Grows while it is gone through.
  for (const form of forms) {
    const name = referredName(form);
    const target = name === null ? undefined : definitions.get(name);
    for (const each of [...inPlace(form), target]) if (typeof each === "object") forms.add(each);
  }
  return [...forms];
}

function isFreeString({ enum: choices, const: only, format, pattern }: Schema): boolean {
  return !choices && only === undefined && !format && !pattern;
}
