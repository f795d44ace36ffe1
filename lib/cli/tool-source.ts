import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { AppError } from "#lib/core/errors.ts";
import { parseExact } from "#lib/core/exact/schema.ts";
import { isObject } from "#lib/secrets/schema.ts";
import { readContract } from "#lib/tools/contract.ts";
import { defineFunction, type FunctionDefinition } from "#lib/tools/definition/define.ts";
import { resolveToolName } from "./tool-name.ts";

/**
 * The function definition of what was named on the command line: a JSON file with a tool as an MCP server lists it, or a tool's
 * name or folder. Throws `invalid_input` when it is none of these.
 */
export async function readFunction(source: string): Promise<FunctionDefinition> {
  const file = path.resolve(source);
  const isFile = (await stat(file).catch(() => null))?.isFile() ?? false;
  if (isFile) return defineFunction(readTool(source, await readFile(file, "utf8")));
  const { folder } = await resolveToolName(source);
  const { description, toolParameters, problem } = await readContract(folder, {
    onLog: (text) => process.stderr.write(text),
  });
  if (problem) process.stderr.write(`toolroom: ${problem}\n`);
  return defineFunction({ name: path.basename(folder), description, parameters: toolParameters });
}

/** A tool's parameters may be anything here: what is no schema is defined as such. */
function readTool(source: string, text: string): Parameters<typeof defineFunction>[0] {
  const document = parse(source, text);
  const tool = isObject(document) && isObject(document.tool) ? document.tool : document;
  if (!isObject(tool) || typeof tool.name !== "string") {
    throw new AppError("invalid_input", `${source} is not a tool: it needs a name, a description and an inputSchema.`);
  }
  const { name, description, inputSchema, parameters } = tool;
  return {
    name,
    description: typeof description === "string" ? description : "",
    parameters: (inputSchema ?? parameters) as Record<string, unknown>,
  };
}

function parse(source: string, text: string): unknown {
  try {
    return parseExact(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new AppError("invalid_input", `${source} is not JSON: ${(error as Error).message}.`);
  }
}
