import "server-only";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { BackEnd } from "#lib/runs/schema.ts";
import { readText } from "./entry.ts";
import { NetworkSetting } from "./network/policy.ts";
import { ToolSettings } from "./schema.ts";

/** The studio's own: no tool gets them, whatever it asks for. */
const OWN_VARIABLE = /^(DATABASE_URL|TOOLROOM_.*|BETTER_AUTH_.*|PG.*)$/i;

const Config = z.object({
  sandbox: z
    .object({
      timeout: z.number().positive().max(1800).optional(),
      network: NetworkSetting.optional(),
      memory: z.number().int().min(64).max(65_536).optional(),
    })
    .optional(),
  runtime: BackEnd.optional(),
  rerun: z.enum(["allow", "ask"]).optional(),
  cwd: z.enum(["artifacts", "tool"]).optional(),
  environment: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "is not a variable's name")).optional(),
  resultCharacters: z.number().int().positive().max(1_000_000).optional(),
});

/** What a tool's `config.json` asks for, with defaults for all it leaves out. Throws `invalid_input` that names the place. */
export async function readSettings(folder: string): Promise<ToolSettings> {
  const text = await readText(folder, "config.json");
  if (text === null) return ToolSettings.parse({});
  const parsed = Config.safeParse(parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".") ?? "";
    throw new AppError(
      "invalid_input",
      `config.json of the tool is not usable at ${place || "its top"}: ${issue?.message}.`,
    );
  }
  const { sandbox, runtime, rerun, cwd, environment, resultCharacters } = parsed.data;
  const own = environment?.find((name) => OWN_VARIABLE.test(name));
  if (own)
    throw new AppError(
      "invalid_input",
      `config.json of the tool asks for ${own}, which is the studio's own and given to no tool.`,
    );
  return ToolSettings.parse({
    timeoutSeconds: sandbox?.timeout,
    memoryBytes: sandbox?.memory && sandbox.memory * 1024 ** 2,
    network: sandbox?.network,
    backEnd: runtime,
    rerun,
    workingDirectory: cwd,
    environment,
    resultCharacters,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid_input", `config.json of the tool is not JSON: ${(error as Error).message}.`);
  }
}
