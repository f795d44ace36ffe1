import "server-only";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type BuildContext, type Built, findProgram, runStep } from "./build-steps.ts";
import { basePython, type Python } from "./interpreter.ts";
import type { Requirement } from "./requirements.ts";
import { lastError } from "./traceback.ts";

const NO_NETWORK =
  /NewConnectionError|Temporary failure in name resolution|Connection refused|ConnectTimeout|Network is unreachable|ProxyError|Could not connect|dns error|tcp connect error|No route to host/i;
/** What a package that had to be built says last, in the step that failed. */
const FAILED_STEP = /^\s*× (.* did not run successfully)\.\n[\s\S]*?\n\s*(\S.*)\n\s*\[end of output\]/m;
const DISTRIBUTIONS = `
import importlib.metadata, json, sys
found = {}
for name in json.load(open(3)):
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        found[name] = None
print(json.dumps(found))
`;

/** Where the Python of an environment lies. */
export function environmentPython(directory: string): string {
  return path.join(directory, "venv", process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
}

/** Makes a virtual environment with these requirements in it, with uv where there is one. */
export async function buildPython(context: BuildContext, requirements: readonly Requirement[]): Promise<Built> {
  const python = await basePython();
  const file = path.join(context.directory, "requirements.txt");
  await writeFile(file, requirements.map(({ install }) => `${install}\n`).join(""));
  const uv = await findProgram("uv");
  const installed = uv
    ? await installWithUv(context, { uv, python, file })
    : await installWithPip(context, { python, file });
  if (installed.ok) return { state: "ready", problem: null, warnings: [] };
  if ("problem" in installed) return { state: "failed", problem: installed.problem, warnings: [] };
  const fallback = await fallBackOnInterpreter(context, { python, requirements, log: installed.log });
  return fallback ?? { state: "failed", problem: reasonOf(installed.log, requirements), warnings: [] };
}

type Installed = { ok: true } | { ok: false; log: string } | { ok: false; problem: string };

async function installWithUv(
  context: BuildContext,
  { uv, python, file }: { uv: string; python: Python; file: string },
): Promise<Installed> {
  const venv = path.join(context.directory, "venv");
  const made = await runStep(context, [uv, "venv", "--python", python.path, venv]);
  if (!made.ok) return made;
  const target = environmentPython(context.directory);
  return runStep(context, [uv, "pip", "install", "--python", target, "--compile-bytecode", "-r", file]);
}

async function installWithPip(
  context: BuildContext,
  { python, file }: { python: Python; file: string },
): Promise<Installed> {
  const venv = path.join(context.directory, "venv");
  const made = await runStep(context, [python.path, "-m", "venv", "--without-pip", venv]);
  if (!made.ok) return { ok: false, problem: missingPart(python, "venv") };
  const target = environmentPython(context.directory);
  const pip = await findPip(context, python, target);
  if (!pip) return { ok: false, problem: missingPart(python, "pip") };
  // pip compiles what it installs; without bytecode every call would start several times slower.
  const flags = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off", "--retries", "2"];
  return runStep(context, [...pip, "install", ...flags, "-r", file]);
}

/** The interpreter's own pip works on the new environment from outside, which spares a copy of pip in each. */
async function findPip(context: BuildContext, python: Python, target: string): Promise<string[] | null> {
  const asked = await runStep(context, [python.path, "-m", "pip", "--version"], { quiet: true });
  const [major = 0, minor = 0] = /^pip (\d+)\.(\d+)/.exec(asked.log)?.slice(1).map(Number) ?? [];
  if (major > 22 || (major === 22 && minor >= 3)) return [python.path, "-m", "pip", "--python", target];
  const bootstrapped = await runStep(context, [target, "-m", "ensurepip", "--default-pip"]);
  return bootstrapped.ok ? [target, "-m", "pip"] : null;
}

function missingPart(python: Python, part: "venv" | "pip"): string {
  return `${python.path} has no ${part}, which is needed to install packages: install python3-venv and python3-pip (on Debian: apt-get install python3-venv python3-pip), or uv.`;
}

/** Without a network, what the interpreter already has is better than nothing, as long as it is said. */
async function fallBackOnInterpreter(
  context: BuildContext,
  { python, requirements, log }: { python: Python; requirements: readonly Requirement[]; log: string },
): Promise<Built | null> {
  const named = requirements.filter((line) => line.name !== null);
  const isOffline =
    NO_NETWORK.test(log) || context.env.PIP_NO_INDEX !== undefined || context.env.UV_OFFLINE !== undefined;
  if (!isOffline || named.length === 0) return null;
  const asked = await runStep(context, [python.path, "-c", DISTRIBUTIONS], {
    payload: JSON.stringify(named.map(({ name }) => name)),
    quiet: true,
  });
  if (!asked.ok) return null;
  const versions = JSON.parse(asked.log) as Record<string, string | null>;
  if (named.some(({ name }) => versions[name as string] === null)) return null;
  const venv = path.join(context.directory, "venv");
  await rm(venv, { recursive: true, force: true });
  await mkdir(context.directory, { recursive: true });
  const made = await runStep(context, [python.path, "-m", "venv", "--without-pip", "--system-site-packages", venv]);
  if (!made.ok) return null;
  const used = named.map(({ written, name }) => `${name} ${versions[name as string]} for "${written}"`).join(", ");
  const warning = `No package index could be reached, so the interpreter's own packages are used: ${used}.`;
  context.log(`${warning}\n`);
  return { state: "ready", problem: null, warnings: [warning] };
}

/** One sentence that names the line at fault, as far as the installer's words tell. */
function reasonOf(log: string, requirements: readonly Requirement[]): string {
  const words = wordsOf(log)
    .replace(/^\s*(ERROR|error|cause):\s*/, "")
    // The installer was given a file of the studio's own, with a line for each requirement.
    .replace(/-r \S+ \(line (\d+)\)/g, (_, number) => requirements[Number(number) - 1]?.written ?? "")
    .replace(/ \(from line \d+ of \/.*?\)/, "")
    .replace(/[\s×╰▶─>.]+$|^[\s×╰▶─>]+/g, "");
  const taken = [...log.matchAll(/^(?:Processing|Collecting) ([^\s<>=!~;[(]+)/gm)].at(-1)?.[1];
  const line =
    requirements.find(({ written }) => words.includes(written)) ??
    requirements.find(({ name }) => name && log.match(wordOf(name))) ??
    requirements.find(({ install }) => taken && install.includes(taken));
  const subject = line ? `${line.place} (${line.written})` : "requirements.txt";
  return `${subject} could not be installed: ${words}.`;
}

function wordsOf(log: string): string {
  const [, step, why] = FAILED_STEP.exec(log) ?? [];
  if (step) return why?.startsWith("╰") ? step : `${step}: ${why}`;
  const errors = log.split("\n").filter((line) => /^(ERROR:|error:|\s*(cause:|[×╰▶]))/.test(line));
  const telling = /No matching distribution|Invalid requirement|not a supported wheel|conflicting dependencies/;
  const said = errors.find((line) => telling.test(line)) ?? errors.at(-1) ?? "the installer failed";
  return (/^ERROR: Exception:\s*$/.test(said) && lastError(log)) || said;
}

function wordOf(name: string): RegExp {
  return new RegExp(`(ERROR|error|Because).*\\b${name.replace(/-/g, "[-_.]")}\\b`, "i");
}
