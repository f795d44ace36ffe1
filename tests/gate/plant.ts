import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

const SETTINGS = [".dependency-cruiser.cjs", "biome.json", "knip.json", "package.json", "tsconfig.json"];

/** Files by path, with their text. */
export type Planted = Record<string, string>;

/** A small copy of the project, with the real settings of every tool and only these files; it is gone after the test file. */
export function plant(files: Planted): { folder: string; run: (program: string, flags: string[]) => Outcome } {
  const folder = mkdtempSync(path.join(tmpdir(), "toolroom-gate-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const name of SETTINGS) cpSync(name, path.join(folder, name));
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return { folder, run: (program, flags) => run(folder, program, flags) };
}

type Outcome = { code: number | null; stdout: string };

function run(cwd: string, program: string, flags: string[]): Outcome {
  const file = path.join(cwd, "node_modules", program);
  const { status, stdout } = spawnSync(process.execPath, [file, ...flags], { cwd, encoding: "utf8" });
  return { code: status, stdout };
}
