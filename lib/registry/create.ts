import "server-only";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import { AppError, toAppError } from "#lib/core/errors.ts";
import { db } from "#lib/db/client.ts";
import type { Language } from "#lib/tools/schema.ts";
import { loadBuiltinFiles } from "./builtins.ts";
import { type CreatedTools, isLeftOut } from "./schema.ts";
import { loadToolFiles, type NewFile, safePath } from "./tool-files.ts";
import { findVersioned, toCallable, toolFolder } from "./tools.ts";
import { unpackZip } from "./unpack.ts";
import { checkEntry, findTools, toToolName, type UploadedTool } from "./upload.ts";
import { createToolOf, saveVersion } from "./versions.ts";

type Member = { id: string; teamId: string };

/** Where new tools come from. `name` may be empty for folders and zips: they have names of their own. */
export type Creation =
  | { from: "template"; language: Language; name: string }
  | { from: "files"; files: NewFile[]; name: string }
  | { from: "zip"; archive: Buffer; name: string };

/**
 * Makes tools and answers with their names, and with what could not be made and why.
 * Throws the reason itself when there was one tool only, or none at all; then nothing was made.
 */
export async function createTools(member: Member, creation: Creation): Promise<CreatedTools> {
  const uploaded = await toUploadedTools(creation);
  const created: CreatedTools = { tools: [], problems: [] };
  for (const tool of uploaded) {
    try {
      created.tools.push(await createUploaded(member, tool));
    } catch (error) {
      if (uploaded.length === 1) throw error;
      created.problems.push({ path: tool.title, message: toAppError(error).message });
    }
  }
  return created;
}

async function createUploaded(member: Member, { title, files }: UploadedTool): Promise<{ name: string }> {
  const tool = { name: toToolName(title), files };
  checkEntry(tool);
  const { name } = await createToolOf(member, tool);
  return { name };
}

/** Makes an own tool of a built-in or other one under the first free name like `calculator_2`. Throws `not_found`. */
export async function duplicateTool(member: Member, toolId: string): Promise<{ name: string }> {
  const tool = toCallable(await findVersioned(member, { id: toolId }));
  const files = await (tool.builtin ? loadBuiltinFiles(tool.name) : loadToolFiles(toolFolder(member.teamId, tool)));
  const taken = await db().tool.findMany({ where: { teamId: member.teamId }, select: { name: true } });
  const names = new Set(taken.map(({ name }) => name));
  let number = 2;
  while (names.has(`${tool.name.slice(0, 60)}_${number}`)) number += 1;
  return createToolOf(member, { name: `${tool.name.slice(0, 60)}_${number}`, files });
}

/**
 * Saves a tool's files as its next version; `base` is the version that the editor began with.
 * Answers with the version's number. Throws `conflict` when somebody saved in between, `forbidden` for a built-in tool.
 */
export async function saveTool(
  member: Member,
  { toolId, base, changes }: { toolId: string; base: string; changes: { path: string; text: string | null }[] },
): Promise<{ versionNumber: number }> {
  const tool = await findVersioned(member, { id: toolId });
  if (tool.builtin)
    throw new AppError("forbidden", `"${tool.name}" is part of the catalogue; duplicate it to change it.`);
  const changed = new Map(changes.map((change) => [safePath(change.path), change.text]));
  const hidden = [...changed.keys()].find(isLeftOut);
  if (hidden) {
    throw new AppError("invalid_input", `"${hidden}" cannot be part of a tool: such files are made by running one.`);
  }
  const kept = await loadToolFiles(toolFolder(member.teamId, toCallable(tool)));
  const files = kept.filter((file) => !changed.has(file.path));
  for (const [filePath, text] of changed) {
    if (text !== null) files.push({ path: filePath, content: Buffer.from(text, "utf8") });
  }
  checkEntry({ name: tool.name, files });
  return { versionNumber: await saveVersion(member, tool, { base, files }) };
}

async function toUploadedTools(creation: Creation): Promise<UploadedTool[]> {
  switch (creation.from) {
    case "template":
      return [{ title: creation.name, files: await loadTemplate(creation.language) }];
    case "files":
      return findTools(creation.files, creation.name);
    case "zip":
      return findTools(await unpackZip(creation.archive), creation.name);
  }
}

/** The files of the template that a new tool of the language begins with. */
async function loadTemplate(language: Language): Promise<NewFile[]> {
  return loadToolFiles(path.join(env().root, "lib", "registry", "templates", language));
}
