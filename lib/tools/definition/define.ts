import "server-only";
import { writeJson } from "#lib/secrets/json.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";
import { checkParameters } from "#lib/tools/validate.ts";
import { cutDescription } from "./cut-description.ts";
import type { Schema } from "./keywords.ts";
import { excessOf } from "./limits.ts";
import { functionNames } from "./names.ts";
import { printPlan, type Remark, type ToolPlan } from "./plan.ts";
import { planTool } from "./planner.ts";
import { readArguments } from "./read-arguments.ts";
import { restore } from "./restore.ts";
import { type Root, rootOf, withDefinitions } from "./root.ts";
import { type Document, wellFormed } from "./well-formed.ts";

/** A tool as a model is told of it. */
export type FunctionDefinition = {
  /** Exactly what is sent to the Responses API. */
  definition: { type: "function"; name: string; description: string; parameters: JsonSchema; strict: boolean };
  /** Why it is not strict, as a sentence; null when it is. */
  reason: string | null;
  /** What is sent otherwise than the tool has it. */
  notes: Note[];
  /** Reads the raw text of a call's arguments and checks it against the tool's own schema. */
  decode(argumentsText: string): Decoded;
};

export type Note = { code: NoteCode; path: string; message: string };
type NoteCode = "name_changed" | "description_cut" | "wrapped" | "malformed" | "free_form" | "checked_locally";

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
  if (name !== tool.name) notes.unshift({ code: "name_changed", path: "", message: `${tool.name} is called ${name}.` });
  if (description !== told) {
    const message = `The description is cut to ${description.length} of its ${told.length} characters.`;
    notes.unshift({ code: "description_cut", path: "", message });
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

type Prepared = { root: Root; parameters: Schema; reason: string | null; plan: ToolPlan; notes: Note[] };

const MOST_ISSUES = 5;
const NO_PARAMETERS = { type: "object", properties: {} };

function prepare(schema: unknown): Prepared {
  try {
    return prepareDocument(wellFormed(schema));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Deeper than the stack: the tool stays callable, and its own check decides.
    const problem = { path: "", message: "is nested too deeply to be read" };
    return prepareDocument({ ...wellFormed(NO_PARAMETERS), problems: [problem] });
  }
}

function prepareDocument(document: Document): Prepared {
  const root = rootOf(document);
  const plan = planTool(root.sent, document.definitions);
  const parts = [...plan.parts].map(([name, part]) => [name, printPlan(part)] as const);
  const strict = { ...printPlan(plan.root), ...(parts.length > 0 && { $defs: Object.fromEntries(parts) }) };
  const reason = reasonOf(document.problems, plan.free) ?? excessOf(strict);
  const notes = [
    ...document.problems.map((problem) => note("malformed", problem, "That part is left out of what is sent.")),
    ...(root.wrapper === null
      ? []
      : [note("wrapped", { path: "", message: `is sent as the parameter ${root.wrapper}` }, "")]),
    ...plan.free.map((remark) => note("free_form", remark, "Strict mode cannot say that.")),
    ...(reason === null ? [...root.weaker, ...plan.weaker] : root.weaker).map((remark) =>
      note("checked_locally", remark, "That is not sent, and checked when the call arrives."),
    ),
  ];
  const parameters = reason === null ? strict : withDefinitions(root.sent, document.definitions);
  return { root, parameters, reason, plan, notes };
}

function reasonOf(problems: readonly Remark[], free: readonly Remark[]): string | null {
  const [first, ...others] = problems.length > 0 ? problems : free;
  if (!first) return null;
  const more =
    others.length === 0 ? "" : ` (and so at ${others.length} more ${others.length === 1 ? "place" : "places"})`;
  const why = problems.length > 0 ? "" : ", which strict mode cannot say";
  return sentence({ ...first, message: `${first.message}${why}${more}` });
}

function note(code: NoteCode, remark: Remark, consequence: string): Note {
  return { code, path: remark.path, message: [sentence(remark), consequence].filter((text) => text !== "").join(" ") };
}

function sentence({ path, message }: Remark): string {
  return `${path === "" ? "The tool's schema" : `\`${path}\``} ${message}.`;
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
    return { ok: false, message: `Invalid arguments: ${issues.join("; ")}.` };
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
