import type { Caller } from "#tests/support/owner.ts";

type Parts = { user?: string; tool?: string; head?: string; body: string };

/** The files of a TypeScript tool of the usual shape around the body of its `runTool(config, args)`. */
export function typescriptTool({ user = "", tool = "", head = "", body }: Parts): Record<string, string> {
  const source = `/** A tool made for a test. */
import { parseArgs } from "node:util";
import { z } from "zod";
${head}

export const UserParameters = z.object({ ${user} });
export const ToolParameters = z.object({ ${tool} });
export const OUTPUT_KEY = "tool_output";

export async function runTool(config: z.infer<typeof UserParameters>, args: z.infer<typeof ToolParameters>) {
  ${body}
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { "user-params": { type: "string" }, "tool-params": { type: "string" } } });
  const config = UserParameters.parse(JSON.parse(values["user-params"] ?? "{}"));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"] ?? "{}"));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
`;
  return { "tool.ts": source };
}

/** A tool that counts aloud, ten numbers a second, and returns when it has reached `to`. */
export const countingTool = typescriptTool({
  tool: "to: z.int()",
  head: 'import { setTimeout } from "node:timers/promises";',
  body: `for (let number = 1; number <= args.to; number++) {
    console.log("number " + number);
    await setTimeout(100);
  }
  return "counted to " + args.to;`,
});

/** Uploads the files as a tool of that name, as the page for new tools does. */
export async function makeTool(owner: Caller, name: string, files: Record<string, string>): Promise<void> {
  const form = new FormData();
  form.set("name", name);
  form.set("paths", JSON.stringify(Object.keys(files)));
  for (const [path, text] of Object.entries(files)) form.append("files", new File([text], path));
  const answer = await owner("/api/tools", { method: "POST", body: form });
  if (!answer.ok) throw new Error(`"${name}" could not be made: ${await answer.text()}`);
}
