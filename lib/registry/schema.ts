import { z } from "zod";
import type { Change } from "#lib/tools/definition/change.ts";
import type { Note, Reason } from "#lib/tools/definition/define.ts";
import type { LintFinding } from "#lib/tools/definition/lint.ts";
import type { Language, ToolContract } from "#lib/tools/schema.ts";

/** A tool's name: also its folder's name, and what a model calls it. */
export const ToolName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u,
    "1 to 64 letters, digits, `_`, `-` or `.`, starting with a letter or digit",
  );

/** One line of the gallery. `calls14` has one entry a day, oldest first; times are ISO 8601 in UTC. */
export type ToolSummary = {
  id: string;
  name: string;
  description: string;
  language: Language;
  builtin: boolean;
  versionNumber: number;
  problem: string | null;
  updatedAt: string;
  callsToday: number;
  calls14: { day: string; ok: number; failed: number }[];
  p95Ms: number | null;
};

/** A file of a tool version; `text` is null for one that is not UTF-8 text or is too large to edit. */
export type ToolFile = { path: string; bytes: number; text: string | null };

/** A saved set of UserParameters as a browser may see it: `masked` is JSON text without secrets, `secretsSet` their JSON pointers. */
export type ConfigurationSummary = {
  id: string;
  name: string;
  masked: string;
  secretsSet: string[];
  updatedAt: string;
};

export type EnvironmentSummary = {
  id: string;
  state: "missing" | "building" | "ready" | "failed";
  problem: string | null;
  warnings: string[];
};

/** Everything a tool's page shows; `example` is the text of its `example.json`. */
export type ToolDetail = ToolSummary & {
  contract: ToolContract;
  versionId: string;
  example: string | null;
  files: ToolFile[];
  configurations: ConfigurationSummary[];
  environment: EnvironmentSummary;
};

/** A tool as an agent may be given it; versions are the newest first, and `strict` is null where it was not worked out. */
export type ToolChoice = {
  id: string;
  name: string;
  description: string;
  /** What the model calls it. */
  functionName: string;
  currentNumber: number;
  versions: { number: number; strict: boolean | null }[];
  configurations: string[];
};

/** What a model is told of a tool: `definition` is the JSON as it is sent; the rest says why so, and what to make better. */
export type ModelView = {
  definition: string;
  strict: boolean;
  reason: Reason | null;
  notes: Note[];
  findings: LintFinding[];
};

/**
 * What a model is told of a tool otherwise than of the version before it. `hunks` are the changed lines of the definition as JSON,
 * each with its sign in front, and three lines around them; null when the two have too little in common to be compared.
 */
export type ModelChange = {
  from: { number: number; savedAt: string; readFrom: ToolContract["readFrom"] };
  to: { number: number; readFrom: ToolContract["readFrom"] };
  changes: Change[];
  hunks: { oldStart: number; newStart: number; lines: string[] }[] | null;
};

/** What became of an upload; `path` names the tool that could not be made. */
export type CreatedTools = { tools: { name: string }[]; problems: { path: string; message: string }[] };

/** Folders and files that are made by running a tool, or belong to another program; they never become part of one. */
const LEFT_OUT = new Set([
  "node_modules",
  "__pycache__",
  ".git",
  ".venv",
  "venv",
  "__MACOSX",
  ".DS_Store",
  ".pytest_cache",
]);

/** Whether a file of an upload is left out, by its path with `/`. */
export function isLeftOut(filePath: string): boolean {
  return filePath.split("/").some((part) => LEFT_OUT.has(part) || part.endsWith(".pyc"));
}
