import "server-only";
import { writeJson } from "#lib/secrets/json.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";
import { checkParameters } from "#lib/tools/validate.ts";
import { cutDescription } from "./cut-description.ts";
import type { Schema } from "./keywords.ts";
import { type Excess, excessOf, excessText } from "./limits.ts";
import { functionNames } from "./names.ts";
import { printPlan, type ToolPlan } from "./plan.ts";
import { planTool } from "./planner.ts";
import { readArguments } from "./read-arguments.ts";
import { type Remark, remark, remarkText } from "./remark.ts";
import { restore } from "./restore.ts";
import { type Root, rootOf, withDefinitions } from "./root.ts";
import { countParts, MOST_PARTS } from "./schema.ts";
import { type Document, wellFormed } from "./well-formed.ts";

/** A tool as a model is told of it. */
export type FunctionDefinition = {
  /** Exactly what is sent to the Responses API. */
  definition: { type: "function"; name: string; description: string; parameters: JsonSchema; strict: boolean };
  /** Why it is not strict; null when it is. */
  reason: Reason | null;
  /** What is sent otherwise than the tool has it. */
  notes: Note[];
  /** Reads the raw text of a call's arguments and checks it against the tool's own schema. */
  decode(argumentsText: string): Decoded;
};

/** `message` is the English sentence; all else is for saying it in another language. `more` counts the other places of its kind. */
export type Reason = { message: string } & (
  | { code: "malformed" | "free_form"; remark: Remark; more: number }
  | { code: "too_large"; excess: Excess }
);
export type Note = { path: string; message: string } & (
  | { code: "name_changed"; params: { from: string; to: string } }
  | { code: "description_cut"; params: { kept: number; length: number } }
  | { code: RemarkNote; remark: Remark }
);
type RemarkNote = "wrapped" | "malformed" | "free_form" | "checked_locally";

/** `text` is JSON for the tool, every digit kept; `message` is one sentence for the model. */
type Decoded = { ok: true; text: string } | { ok: false; message: string };

/**
 * A tool's function definition: strict where that loses nothing but checks, which are then made here. Never throws for what a tool
 * has as its name, description or schema; a schema that cannot be read is sent as far as it can be, and said to be so.
 */
export function defineFunction(tool: {
  name: string;
  description: string;
  parameters: JsonSchema;
}): FunctionDefinition {
  const name = functionNames([tool.name]).get(tool.name) ?? tool.name;
  const told = name === tool.name ? tool.description : withName(tool);
  const description = cutDescription(told);
  const prepared = prepare(tool.parameters);
  const { parameters, reason, plan, notes } = prepared;
  if (name !== tool.name) {
    const message = `${tool.name} is called ${name}.`;
    notes.unshift({ code: "name_changed", path: "", message, params: { from: tool.name, to: name } });
  }
  if (description !== told) {
    const message = `The description is cut to ${description.length} of its ${told.length} characters.`;
    const params = { kept: description.length, length: told.length };
    notes.unshift({ code: "description_cut", path: "", message, params });
  }
  return {
    definition: { type: "function", name, description, parameters, strict: reason === null },
    reason,
    notes,
    decode: (argumentsText) => decode(argumentsText, prepared.root, reason === null ? plan : null),
  };
}

/** A name that a model server refuses stands in the description, for the model and for people. */
function withName({ name, description }: { name: string; description: string }): string {
  return description.includes(name) ? description : [name, description].filter((text) => text !== "").join(": ");
}

type Prepared = { root: Root; parameters: Schema; reason: Reason | null; plan: ToolPlan; notes: Note[] };

const MOST_ISSUES = 5;
const NO_PARAMETERS = { type: "object", properties: {} };

function prepare(schema: unknown): Prepared {
  try {
    return countParts(schema) > MOST_PARTS ? prepareUnplanned(wellFormed(schema)) : prepareDocument(wellFormed(schema));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Deeper than the stack: the tool stays callable, and its own check decides.
    return prepareDocument({ ...wellFormed(NO_PARAMETERS), problems: [remark("", "too_deep")] });
  }
}

function prepareDocument(document: Document): Prepared {
  const root = rootOf(document);
  const plan = planTool(root.sent, document.definitions);
  const parts = [...plan.parts].map(([name, part]) => [name, printPlan(part)] as const);
  const strict = { ...printPlan(plan.root), ...(parts.length > 0 && { $defs: Object.fromEntries(parts) }) };
  const reason = reasonOf(document.problems, plan.free) ?? tooLarge(excessOf(strict));
  const notes = [
    ...document.problems.map((problem) => note("malformed", problem)),
    ...(root.wrapper === null ? [] : [note("wrapped", remark("", "wrapped", { name: root.wrapper }))]),
    ...plan.free.map((each) => note("free_form", each)),
    ...(reason === null ? [...root.weaker, ...plan.weaker] : root.weaker).map((each) => note("checked_locally", each)),
  ];
  const parameters = reason === null ? strict : withDefinitions(root.sent, document.definitions);
  return { root, parameters, reason, plan, notes: [...new Map(notes.map((each) => [each.message, each])).values()] };
}

/** Sent as it stands where it may be, since a plan of it would never be ready; its own check decides. */
function prepareUnplanned({ root, definitions }: Document): Prepared {
  const isPlain =
    root.type === "object" && [root.allOf, root.anyOf, root.oneOf, root.not, root.$ref].every((each) => !each);
  const parameters = isPlain ? withDefinitions(root, definitions) : { ...NO_PARAMETERS, additionalProperties: true };
  const problem = remark("", "many_parts", { most: MOST_PARTS });
  return {
    root: { sent: parameters, contract: withDefinitions(root, definitions), wrapper: null, weaker: [] },
    parameters,
    reason: { code: "malformed", remark: problem, more: 0, message: sentence(problem) },
    plan: { root: { is: "free", about: "", origin: {} }, parts: new Map(), free: [], weaker: [] },
    notes: [],
  };
}

function reasonOf(problems: readonly Remark[], free: readonly Remark[]): Reason | null {
  const [first, ...others] = problems.length > 0 ? problems : free;
  if (!first) return null;
  const more =
    others.length === 0 ? "" : ` (and so at ${others.length} more ${others.length === 1 ? "place" : "places"})`;
  const code = problems.length > 0 ? "malformed" : "free_form";
  const why = code === "malformed" ? "" : ", which strict mode cannot say";
  return { code, remark: first, more: others.length, message: sentence(first, `${why}${more}`) };
}

function tooLarge(excess: Excess | null): Reason | null {
  return excess && { code: "too_large", excess, message: excessText(excess) };
}

const CONSEQUENCES: Record<RemarkNote, string> = {
  wrapped: "",
  malformed: " That part is left out of what is sent.",
  free_form: " Strict mode cannot say that.",
  checked_locally: " That is not sent, and checked when the call arrives.",
};

function note(code: RemarkNote, of: Remark): Note {
  return { code, path: of.path, remark: of, message: `${sentence(of)}${CONSEQUENCES[code]}` };
}

function sentence(of: Remark, end = ""): string {
  return `${of.path === "" ? "The tool's schema" : `\`${of.path}\``} ${remarkText(of)}${end}.`;
}

function decode(argumentsText: string, { contract, wrapper }: Root, plan: ToolPlan | null): Decoded {
  const read = readArguments(argumentsText);
  if ("refusal" in read) return { ok: false, message: read.refusal };
  // Some models answer with what the wrapper is there to hold.
  const given = wrapper === null || Object.hasOwn(read.value, wrapper) ? read.value : { [wrapper]: read.value };
  const restored = plan ? restore(plan, given, (schema, value) => accepts(contract, schema, value)) : given;
  const checked = checkParameters(contract, writeJson(restored), { what: "ToolParameters" });
  if (!checked.ok) {
    const issues = checked.issues.slice(0, MOST_ISSUES).map(({ message }) => message.replace(/\.$/, ""));
    const more = checked.issues.length > MOST_ISSUES ? "; and more" : "";
    return { ok: false, message: `Invalid arguments: ${issues.join("; ")}${more}.` };
  }
  return { ok: true, text: writeJson(wrapper === null ? restored : (restored as Record<string, unknown>)[wrapper]) };
}

/** Whether a part of the contract takes a value. */
function accepts({ $defs }: Schema, part: Schema, value: unknown): boolean {
  const schema = {
    type: "object",
    properties: { value: part },
    required: ["value"],
    ...($defs !== undefined && { $defs }),
  };
  return checkParameters(schema, `{"value":${writeJson(value)}}`, { what: "ToolParameters" }).ok;
}
