import { type Issue, issue } from "#components/schema-form/issue.ts";
import { parseJson } from "#components/schema-form/json-parse.ts";
import { isObject } from "#components/schema-form/resolve.ts";
import { parseExact, printExact, toBigInts } from "#lib/core/exact/schema.ts";
import { countParts, LONGEST_SCHEMA, MOST_PARTS } from "#lib/tools/definition/schema.ts";

/** What a pasted text is: one or more tools on paper, a reason why not, or nothing yet. */
export type Reading =
  | { is: "empty" }
  | { is: "refused"; problem: Problem }
  | { is: "tools"; tools: readonly Draft[]; origin: "schema" | "tool" | "list"; leftOut: number };

/** A tool on paper; a schema alone lends its title for a name. `schema` may be anything at all. */
export type Draft = { name: string; description: string; schema: unknown; problem: Problem | null };

/** Why there is no form: in the form's own words, or a sentence of this page. */
export type Problem =
  | { code: "syntax"; issue: Issue }
  | { code: "long" | "largeSchema" | "manyParts"; count: number; most: number }
  | { code: "noSchema" | "noTools" };

/** Characters that are read at all; a server lists hundreds of tools in less. */
const LONGEST_TEXT = 1_000_000;

const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Reads a JSON Schema, a tool as an MCP server lists it or as it is sent to a model, or a list of such tools, also inside of the
 * answer that brought it. Never throws.
 */
export function readPasted(given: string): Reading {
  const text = given.replace(/^\uFEFF/, "");
  if (text.trim() === "") return { is: "empty" };
  if (text.length > LONGEST_TEXT) return refused({ code: "long", count: text.length, most: LONGEST_TEXT });
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const { reason, line, column } = parsed.problem;
    return refused({ code: "syntax", issue: issue("", "syntax", { reason, line, column }) });
  }
  return readDocument(toBigInts(parseExact(text)));
}

function refused(problem: Problem): Reading {
  return { is: "refused", problem };
}

function readDocument(document: unknown): Reading {
  if (typeof document === "boolean") return one("schema", draftOf({ schema: document }));
  const list = listIn(document);
  if (list) {
    const tools = list.map(toolIn).filter((tool) => tool !== null);
    if (tools.length === 0) return refused({ code: "noTools" });
    return { is: "tools", tools, origin: "list", leftOut: list.length - tools.length };
  }
  if (!isObject(document)) return refused({ code: "noSchema" });
  const tool = toolIn(document);
  if (tool) return one("tool", tool);
  const { title, description } = document;
  const name = typeof title === "string" && LEGAL_NAME.test(title) ? title : undefined;
  return one("schema", draftOf({ name, description, schema: document }));
}

function one(origin: "schema" | "tool", tool: Draft): Reading {
  return { is: "tools", tools: [tool], origin, leftOut: 0 };
}

/** A list itself, `{tools: […]}`, or the JSON-RPC answer around that. */
function listIn(document: unknown): readonly unknown[] | null {
  if (Array.isArray(document)) return document;
  if (!isObject(document)) return null;
  const { tools } = isObject(document.result) ? document.result : document;
  return Array.isArray(tools) ? tools : null;
}

/** MCP says `inputSchema`, the Responses API `parameters`, and others put the latter into `function` or say `input_schema`. */
function toolIn(given: unknown): Draft | null {
  if (!isObject(given)) return null;
  const within = [given.function, given.tool].find(isObject) ?? given;
  const { name, description, inputSchema, input_schema, parameters } = within;
  const schema = inputSchema ?? input_schema ?? parameters;
  if (typeof name !== "string" || schema === undefined) return null;
  return draftOf({ name, description, schema });
}

function draftOf({
  name = "tool",
  description,
  schema,
}: {
  name?: string | undefined;
  description?: unknown;
  schema: unknown;
}): Draft {
  return { name, description: typeof description === "string" ? description : "", schema, problem: excessOf(schema) };
}

function excessOf(schema: unknown): Problem | null {
  const { length } = printExact(schema);
  if (length > LONGEST_SCHEMA) return { code: "largeSchema", count: length, most: LONGEST_SCHEMA };
  const parts = countParts(schema);
  return parts > MOST_PARTS ? { code: "manyParts", count: parts, most: MOST_PARTS } : null;
}
