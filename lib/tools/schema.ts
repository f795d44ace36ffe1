import { z } from "zod";
import { BackEnd } from "#lib/runs/schema.ts";

/** A JSON Schema as Pydantic or zod emitted it, kept word for word. */
export const JsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof JsonSchema>;

export const Language = z.enum(["python", "typescript"]);
export type Language = z.infer<typeof Language>;

/** Where a tool may connect to; `hosts` are as `config.json` lists them, in one spelling. */
export const NetworkPolicy = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("none") }),
  z.object({ mode: z.literal("hosts"), hosts: z.array(z.string()) }),
  z.object({ mode: z.literal("all") }),
]);
export type NetworkPolicy = z.infer<typeof NetworkPolicy>;

/** What a tool's `config.json` may ask for; unknown keys are ignored. */
export const ToolSettings = z.object({
  timeoutSeconds: z.number().positive().max(1800).default(60),
  workingDirectory: z.enum(["artifacts", "tool"]).default("artifacts"),
  /** Names of the server's environment variables that the tool may see. */
  environment: z.array(z.string()).default([]),
  /** Characters of the result that the model gets; the whole goes to a file. */
  resultCharacters: z.number().int().positive().max(1_000_000).default(10_000),
  /** Null: the fastest that is safe for this tool. */
  backEnd: BackEnd.nullable().default(null),
  /** Whether a call of an agent that was cut off by a crash may run again, with the same `IDEMPOTENCY_KEY`, or a person decides. */
  rerun: z.enum(["allow", "ask"]).default("allow"),
  network: NetworkPolicy.default({ mode: "none" }),
  /** What one call may hold in memory, all of its processes together. */
  memoryBytes: z
    .number()
    .int()
    .positive()
    .default(2 * 1024 ** 3),
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

/** What a call needs of its tool's environment: the program to run the tool with, and where its packages lie (null: found from the tool's folder). */
export type ReadyEnvironment = {
  id: string;
  language: Language;
  program: string;
  directory: string | null;
  warnings: string[];
};
