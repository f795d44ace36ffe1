import "server-only";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { parseExact } from "#lib/core/exact/schema.ts";
import { defineFunction } from "#lib/tools/definition/define.ts";
import { fixFile } from "#lib/tools/definition/fix-file.ts";
import { lint } from "#lib/tools/definition/lint.ts";
import { countParts, MOST_PARTS, type PastedTool } from "#lib/tools/definition/schema.ts";
import { type JsonSchema, type ToolContract, ToolSettings } from "#lib/tools/schema.ts";
import { saveTool } from "./create.ts";
import type { ModelView } from "./schema.ts";
import { readToolFiles } from "./tool-files.ts";
import { findToolById, toolFolder } from "./tools.ts";

type Member = { id: string; teamId: string };

/** What a model is told of a tool, why so, and what it will stumble over. */
export function modelView(
  name: string,
  contract: Pick<ToolContract, "description" | "toolParameters" | "settings">,
): ModelView {
  const { description, toolParameters } = contract;
  const { definition, reason, notes } = defineFunction({ name, description, parameters: toolParameters });
  return { definition: JSON.stringify(definition), strict: definition.strict, reason, notes, findings: lint(contract) };
}

/**
 * The same of a tool that is only on paper, whatever stands there as its schema. Throws `invalid_input` for a text that is no JSON,
 * `too_large` for a schema of which a form or definition would never be ready.
 */
export function pastedModelView({ name, description, schema }: PastedTool): ModelView {
  const toolParameters = parsed(schema);
  if (countParts(toolParameters) > MOST_PARTS) {
    throw new AppError("too_large", `With its references followed, the schema has more than ${MOST_PARTS} parts.`);
  }
  // What is no schema is defined as such.
  return modelView(name, {
    description,
    toolParameters: toolParameters as JsonSchema,
    settings: ToolSettings.parse({}),
  });
}

function parsed(text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    throw new AppError("invalid_input", `The schema is not JSON: ${(error as Error).message}.`);
  }
}

/** Which finding to fix: the tool is read anew, so that a finding that is gone is not fixed twice. */
export const FixInput = z.object({ toolId: z.string(), base: z.string(), code: z.string(), path: z.string() });

/**
 * Fixes a finding in the tool's file and saves the next version. Throws `conflict` when somebody saved in between or the
 * finding is gone, `invalid_input` when the file is written in a way that a person has to change.
 */
export async function fixFinding(member: Member, { toolId, base, code, path }: z.infer<typeof FixInput>) {
  const tool = await findToolById(member, toolId);
  const fix = lint(tool.contract).find((finding) => finding.code === code && finding.path === path)?.fix;
  if (!fix)
    throw new AppError("conflict", "There is nothing to fix there any more; reload to see the tool as it is now.");
  const file = fix.file === "entry" ? tool.contract.entry : fix.file;
  const files = await readToolFiles(toolFolder(member.teamId, tool));
  const text = fixFile(fix, { path: file, text: files.find((each) => each.path === file)?.text ?? "" });
  if (text === null) {
    throw new AppError(
      "invalid_input",
      `${file} is written in a way that only a person can change here; edit it in Code.`,
    );
  }
  return saveTool(member, { toolId, base, changes: [{ path: file, text }] });
}
