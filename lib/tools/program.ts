import "server-only";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import type { BackEnd } from "#lib/runs/schema.ts";
import { compiledFolder } from "./compiled.ts";
import type { ReadyEnvironment, ToolContract } from "./schema.ts";

/** That a package.json has no "type" costs Node a second look at each file; it is nothing that a call should tell. */
const NODE_FLAGS = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"];

/** The word by which a harness knows that its call comes later. */
const AHEAD = "--toolroom-ahead";

/** The command that runs one of the studio's harnesses, or a tool through it. No parameter is ever part of it. */
export function harnessCommand(
  environment: Pick<ReadyEnvironment, "program" | "language">,
  harness: "python-tool.py" | "introspect.py" | "node-tool.mjs" | "introspect.mjs",
): string[] {
  return [environment.program, ...(environment.language === "python" ? [] : NODE_FLAGS), harnessFile(harness)];
}

/**
 * The command that runs a tool, now or when its call comes. A tool.ts without `runTool` is Node's main module, prepared by a
 * preload. What follows the harness tells one that is started ahead what to load.
 */
export function toolCommand(
  { contract, environment, entry }: { contract: ToolContract; environment: ReadyEnvironment; entry: string },
  backEnd: BackEnd,
): string[] {
  const { program, directory } = environment;
  if (backEnd === "zygote") return [program, harnessFile("zygote.py")];
  const ahead = backEnd === "pool";
  if (contract.language === "python")
    return [...harnessCommand(environment, "python-tool.py"), ...(ahead ? [entry] : [])];
  const toLoad = ahead ? [AHEAD, entry, directory ?? "", compiledFolder(path.dirname(entry))] : [];
  if (contract.protocol === "function") return [...harnessCommand(environment, "node-tool.mjs"), ...toLoad];
  return [program, ...NODE_FLAGS, "--import", harnessFile("node-program.mjs"), entry, ...toLoad];
}

/** The command that reads a tool.py without running it, by any Python. */
export function sourceReaderCommand(python: string): string[] {
  return [python, "-I", "-S", "-B", harnessFile("read-source.py")];
}

function harnessFile(name: string): string {
  return path.join(env().root, "lib/tools/harness", name);
}
