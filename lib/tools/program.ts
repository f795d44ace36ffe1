import "server-only";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import type { ReadyEnvironment } from "./environment.ts";

/** That a package.json has no "type" costs Node a second look at each file; it is nothing that a call should tell. */
const NODE_FLAGS = ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"];

/** The command that runs one of the studio's harnesses, or a tool through it. No parameter is ever part of it. */
export function harnessCommand(
  environment: Pick<ReadyEnvironment, "program" | "language">,
  harness: "python-tool.py" | "introspect.py" | "node-tool.mjs" | "introspect.mjs",
): string[] {
  return [environment.program, ...(environment.language === "python" ? [] : NODE_FLAGS), harnessFile(harness)];
}

/** The command that runs a tool.ts as Node's main module, prepared by a preload. */
export function nodeProgramCommand({ program }: Pick<ReadyEnvironment, "program">, entry: string): string[] {
  return [program, ...NODE_FLAGS, "--import", harnessFile("node-program.mjs"), entry];
}

/** The command that reads a tool.py without running it, by any Python. */
export function sourceReaderCommand(python: string): string[] {
  return [python, "-I", "-S", "-B", harnessFile("read-source.py")];
}

function harnessFile(name: string): string {
  return path.join(env().root, "lib/tools/harness", name);
}
