import "server-only";
import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";

/** The Node that runs tools: this one when it is new enough, else the one that came with the studio. */
export function nodePath(): string {
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  const bundled = path.join(env().root, "node_modules", `node-${process.platform}-${process.arch}`, "bin/node");
  if (existsSync(bundled)) return bundled;
  throw new AppError(
    "internal",
    `Tools in TypeScript need Node 24, and this is ${process.version}: install its optional dependencies.`,
  );
}
