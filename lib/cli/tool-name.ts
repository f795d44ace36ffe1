import { stat } from "node:fs/promises";
import path from "node:path";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { pickEnvironment } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { ensureDatabase, releaseDatabase } from "#lib/db/embedded.ts";
import { findRegisteredTool } from "#lib/registry/local-tools.ts";

/** A tool's folder, and the data folder that its calls may read; null where there is none. */
export type NamedTool = { folder: string; workflowData: string | null };

/**
 * The tool that was named on the command line: the name of a built-in tool or `tools/<name>`, a folder's path, or the
 * name of a tool that a team registered. Throws `invalid_input` when it is none of them, or several teams have it.
 */
export async function resolveToolName(name: string): Promise<NamedTool> {
  const builtin = path.join(dataDirectory.builtinTools(), name.replace(/^tools\//, ""));
  if (path.dirname(builtin) === dataDirectory.builtinTools() && (await isFolder(builtin))) {
    return { folder: builtin, workflowData: givenData() ?? dataDirectory.builtinData() };
  }
  if (await isFolder(path.resolve(name))) return { folder: path.resolve(name), workflowData: givenData() };
  const registered = name.includes(path.sep) ? null : await findRegistered(name);
  if (registered) return { ...registered, workflowData: givenData() ?? registered.workflowData };
  throw new AppError("invalid_input", `There is no built-in tool, no folder and no registered tool named ${name}.`);
}

async function findRegistered(name: string): Promise<NamedTool | null> {
  await ensureDatabase();
  try {
    return await findRegisteredTool(name);
  } finally {
    await releaseDatabase();
  }
}

function givenData(): string | null {
  return pickEnvironment(["WORKFLOW_DATA_DIRECTORY"]).WORKFLOW_DATA_DIRECTORY ?? null;
}

async function isFolder(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() ?? false;
}
