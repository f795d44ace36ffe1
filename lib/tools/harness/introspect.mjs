// Imports a tool.ts in a throw-away process and tells the JSON Schemas of its two parameter sets.
import { pathToFileURL } from "node:url";
import { readCall, tell } from "./node-channel.mjs";
import { hookImports, keepCompiled, TOOLS_OWN } from "./node-hooks.mjs";

const { entry, environment, compiled } = readCall();
hookImports({ entry, environment, compiled });
const tool = await import(pathToFileURL(entry).href);
const toJSONSchema = await findToJSONSchema();
tell({
  contract: {
    userParameters: describe(tool.UserParameters),
    toolParameters: describe(tool.ToolParameters),
    outputKey: typeof tool.OUTPUT_KEY === "string" ? tool.OUTPUT_KEY : null,
    callable: typeof tool.runTool === "function",
    problem: problemOf(tool.ToolParameters),
  },
});
keepCompiled();
process.exit(0);

/** The tool's own zod makes the schema: another copy would not know its classes. Null when it has none that can. */
async function findToJSONSchema() {
  for (const name of ["zod", "zod/v4"]) {
    try {
      const zod = await import(TOOLS_OWN + name);
      if (typeof zod.toJSONSchema === "function") return zod.toJSONSchema;
    } catch (error) {
      if (!["ERR_MODULE_NOT_FOUND", "ERR_PACKAGE_PATH_NOT_EXPORTED"].includes(error.code)) throw error;
    }
  }
  return null;
}

/** What cannot be described takes any object: the schema's own parser still judges. */
function describe(schema) {
  if (schema === undefined) return null;
  return isDescribable(schema) ? toJSONSchema(schema, { io: "input", unrepresentable: "any" }) : { type: "object" };
}

/** A package of zod 3 brings the `toJSONSchema` of version 4 along, which does not know schemas of version 3. */
function isDescribable(schema) {
  return toJSONSchema !== null && schema._zod !== undefined;
}

function problemOf(schema) {
  if (schema === undefined) return "tool.ts exports no ToolParameters, so the tool takes no arguments that are known.";
  if (isDescribable(schema)) return null;
  return typeof schema.safeParse === "function"
    ? "The zod of this tool is older than version 4 and cannot tell its parameters; ask for zod 4 in package.json."
    : "The ToolParameters of tool.ts are no zod schema, so the tool takes no arguments that are known.";
}
