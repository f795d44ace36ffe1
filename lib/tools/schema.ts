import { z } from "zod";

/** A JSON Schema as Pydantic or zod emitted it, kept word for word. */
export const JsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof JsonSchema>;

export const Language = z.enum(["python", "typescript"]);
export type Language = z.infer<typeof Language>;

/** What a tool's `config.json` may ask for; unknown keys are ignored. */
export const ToolSettings = z.object({
  timeoutSeconds: z.number().positive().max(1800).default(60),
  workingDirectory: z.enum(["artifacts", "tool"]).default("artifacts"),
  /** Names of the server's environment variables that the tool may see. */
  environment: z.array(z.string()).default([]),
  /** Characters of the result that the model gets; the whole goes to a file. */
  resultCharacters: z.number().int().positive().max(1_000_000).default(10_000),
});
export type ToolSettings = z.infer<typeof ToolSettings>;

/** What a tool folder promises: its description and the JSON Schemas of both parameter sets. */
export const ToolContract = z.object({
  language: Language,
  entry: z.enum(["tool.py", "tool.ts"]),
  description: z.string(),
  userParameters: JsonSchema,
  toolParameters: JsonSchema,
  outputKey: z.string().nullable(),
  /** A TypeScript tool that exports `runTool` is called; everything else is run as a program. */
  protocol: z.enum(["function", "program"]),
  /** "import" is exact; "source" is what reading the file without running it gave, after `problem`. */
  readFrom: z.enum(["import", "source"]),
  problem: z.string().nullable(),
  settings: ToolSettings,
});
export type ToolContract = z.infer<typeof ToolContract>;
