import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { format, parseArgs } from "node:util";
import { awaitCall, readCall } from "./node-channel.mjs";
import { hookImports, removeTypesAhead, TOOLS_OWN } from "./node-hooks.mjs";

/** The word that precedes, on a harness's command line, the entry file, environment and compiled folder of a call that comes later. */
const AHEAD = "--toolroom-ahead";
const IMPORTED = /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*["']([^"'\n]+)["']/g;

/** The call: at once, or after going through `rehearseHarness` with a schema of the tool's own zod and loading ahead of it all that every call of the tool needs and no call changes. */
export async function takeCall(rehearseHarness) {
  const at = process.argv.indexOf(AHEAD);
  if (at === -1) {
    const call = readCall();
    hookImports(call);
    return call;
  }
  const [, entry, environment, compiled] = process.argv.splice(at, 4);
  hookImports({ entry, environment: environment || null, compiled: compiled || null });
  await loadAhead(entry);
  await rehearse(rehearseHarness);
  awaitCall();
  const call = readCall();
  for (const name of Object.keys(process.env)) if (!(name in call.env)) delete process.env[name];
  for (const [name, value] of Object.entries(call.env)) if (process.env[name] !== value) process.env[name] = value;
  process.chdir(call.cwd);
  return call;
}

/** The tool's own files stay for the call, whose folder and variables they may look at while they are loaded. */
async function loadAhead(entry) {
  const seen = new Set();
  for (const name of await importedBy(entry, seen)) {
    // What cannot be imported the call will meet, and report itself.
    await import(builtinModules.includes(name) || name.startsWith("node:") ? name : TOOLS_OWN + name).catch(() => null);
  }
  for (const file of seen) if (file.endsWith(".ts")) removeTypesAhead(file);
}

async function importedBy(file, seen) {
  if (seen.has(file) || seen.size > 200) return [];
  let source;
  try {
    source = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  seen.add(file);
  const found = [];
  for (const [, name] of source.matchAll(IMPORTED)) {
    if (!name.startsWith(".")) found.push(name);
    else
      for (const ending of ["", ".ts"])
        found.push(...(await importedBy(path.resolve(path.dirname(file), name.replace(/\.js$/, "") + ending), seen)));
  }
  return found;
}

/** What Node loads and compiles only when it is first needed, and every tool needs; not its streams, which make a pipe what it was not. */
async function rehearse(rehearseHarness) {
  format("%s %o", "", {});
  parseArgs({ args: ["--tool-params", "{}"], options: { "tool-params": { type: "string" } } });
  const { z } = (await import(`${TOOLS_OWN}zod`).catch(() => null)) ?? {};
  if (typeof z?.object !== "function") return;
  const schema = z.object({
    text: z.string().min(1).describe("").optional(),
    number: z.number().min(0).max(9).describe("").default(1),
    whole: z.number().int().optional(),
    choice: z.enum(["a", "b"]).describe("").nullable().optional(),
    list: z.array(z.string()).optional(),
    flag: z.boolean().default(false),
  });
  schema.safeParse({ number: "no" });
  await rehearseHarness?.(schema);
}
