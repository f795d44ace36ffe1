import "server-only";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import semver from "semver";
import { z } from "zod";
import { env } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { type BuildContext, type Built, findProgram, runStep } from "./build-steps.ts";
import { readText } from "./entry.ts";
import { hashPath } from "./hash.ts";

/** What a TypeScript tool needs installed; `inPlace` when its folder already finds all of it, as the built-in tools do. */
export type Packages = {
  dependencies: Record<string, string>;
  lock: string | null;
  fingerprint: string;
  inPlace: boolean;
};

const DEFAULT_ZOD = "^4.0.0";
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).optional() });

/** Reads the dependencies of `package.json`; zod is added to those that do not name it. Throws `invalid_input` for a broken one. */
export async function readPackages(folder: string): Promise<Packages> {
  const text = await readText(folder, "package.json");
  const lock = text === null ? null : await readText(folder, "package-lock.json");
  const written = { zod: DEFAULT_ZOD, ...(text === null ? {} : parseManifest(text).dependencies) };
  const dependencies: Record<string, string> = {};
  const identities: string[] = [];
  for (const [name, range] of Object.entries(written).sort()) {
    const local = /^(?:file:)?(\.{1,2}\/.*|\/.*)$/.exec(range)?.[1];
    const target = local && path.resolve(folder, local);
    dependencies[name] = target ? `file:${target}` : range;
    identities.push(`${name} ${target ? await hashLocal(target, name) : range}`);
  }
  const inPlace = !isUploaded(folder) && (await resolvesInPlace(folder, dependencies));
  return { dependencies, lock, fingerprint: JSON.stringify([identities, lock]), inPlace };
}

function parseManifest(text: string): z.infer<typeof Manifest> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid_input", `package.json of the tool is not JSON: ${(error as Error).message}.`);
  }
  const parsed = Manifest.safeParse(value);
  if (!parsed.success)
    throw new AppError("invalid_input", "package.json of the tool has dependencies that are not names with versions.");
  return parsed.data;
}

function hashLocal(target: string, name: string): Promise<string> {
  return hashPath(target).catch(() => {
    throw new AppError("invalid_input", `package.json of the tool takes ${name} from ${target}, which does not exist.`);
  });
}

/** What people brought in lies in the data folder and must not find the studio's own packages in the folders above it. */
function isUploaded(folder: string): boolean {
  return path.resolve(folder).startsWith(env().data + path.sep);
}

async function resolvesInPlace(folder: string, dependencies: Record<string, string>): Promise<boolean> {
  const found = await Promise.all(
    Object.entries(dependencies).map(async ([name, range]) => {
      const version = await versionAbove(folder, name);
      return version !== null && semver.validRange(range) !== null && semver.satisfies(version, range);
    }),
  );
  return found.every(Boolean);
}

/** The version of the package that Node would take for a file in this folder, or null. */
async function versionAbove(folder: string, name: string): Promise<string | null> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const version = await versionIn(path.join(at, "node_modules", name));
    if (version !== null || at === path.dirname(at)) return version;
  }
}

async function versionIn(packageFolder: string): Promise<string | null> {
  try {
    const { version } = JSON.parse(await readFile(path.join(packageFolder, "package.json"), "utf8")) as {
      version?: unknown;
    };
    return typeof version === "string" ? version : null;
  } catch {
    // No such package here; the caller looks further up.
    return null;
  }
}

/** Installs the packages into the environment's own `node_modules`; install scripts do not run. */
export async function buildNode(context: BuildContext, packages: Packages): Promise<Built> {
  const manifest = { private: true, type: "module", dependencies: packages.dependencies };
  await writeFile(path.join(context.directory, "package.json"), JSON.stringify(manifest, null, 2));
  if (await copyZod(context, packages)) return { state: "ready", problem: null, warnings: [] };
  if (packages.lock !== null) await writeFile(path.join(context.directory, "package-lock.json"), packages.lock);
  const npm = await findProgram("npm");
  if (!npm) {
    const problem = "There is no npm in PATH to install the tool's packages with: install Node.js with npm.";
    return { state: "failed", problem, warnings: [] };
  }
  const flags = [
    "--ignore-scripts",
    "--install-links",
    "--omit=dev",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
  ];
  const installed = await runStep(context, [npm, "install", ...flags]);
  if (installed.ok) return { state: "ready", problem: null, warnings: [] };
  return { state: "failed", problem: reasonOf(installed.log, packages.dependencies), warnings: [] };
}

/** Most tools need zod and nothing else; the studio has a copy to give, which spares the network. */
async function copyZod(context: BuildContext, { dependencies }: Packages): Promise<boolean> {
  const range = dependencies.zod;
  if (Object.keys(dependencies).length !== 1 || range === undefined) return false;
  const source = path.join(env().root, "node_modules/zod");
  const version = await versionIn(source);
  if (version === null || semver.validRange(range) === null || !semver.satisfies(version, range)) return false;
  const target = path.join(context.directory, "node_modules/zod");
  await mkdir(path.dirname(target), { recursive: true });
  await cp(source, target, { recursive: true, dereference: true });
  context.log(`zod ${version} was copied from the studio.\n`);
  return true;
}

function reasonOf(log: string, dependencies: Record<string, string>): string {
  const said = log.matchAll(/^npm (?:error|ERR!) (?!code|A complete log|$)(?:notarget|404|network)?(.*)$/gm);
  const errors = [...said].map(([, words]) => (words ?? "").trim());
  const words = errors.find((line) => line !== "") ?? "npm failed";
  const name = Object.keys(dependencies).find((each) => words.includes(each));
  const subject = name ? `package.json's dependency ${name} (${dependencies[name]})` : "What package.json asks for";
  return `${subject} could not be installed: ${words.replace(/\.+$/, "")}.`;
}
