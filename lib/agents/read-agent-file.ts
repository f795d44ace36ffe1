import { AppError } from "#lib/core/errors.ts";
import { parseExact } from "#lib/core/exact/schema.ts";
import { AgentFile } from "./schema.ts";

/** The agent in the text of an agent file, which is called `named`. Throws `invalid_input` that names the place in it. */
export function readAgentFile(text: string, named: string): AgentFile {
  const parsed = AgentFile.safeParse(parse(text, named));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") || "its top";
  throw new AppError("invalid_input", `${named} is not an agent file: ${place}: ${issue?.message}.`);
}

function parse(text: string, named: string): unknown {
  try {
    return parseExact(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new AppError("invalid_input", `${named} is not JSON: ${(error as Error).message}.`);
  }
}
