import "server-only";
import { availableParallelism } from "node:os";
import path from "node:path";
import { env, pickEnvironment } from "#lib/core/env.ts";
import type { SandboxLevel } from "#lib/runs/schema.ts";
import { compiledFolder } from "./compiled.ts";
import { basePython } from "./interpreter.ts";
import type { Egress } from "./network/egress.ts";
import { toolUser } from "./sandbox.ts";
import type { ReadyEnvironment, ToolSettings } from "./schema.ts";

/** All that a process may see and take, as data; lib/tools/harness enforces it. Sizes in bytes, times in seconds. */
export type SandboxPolicy = {
  level: SandboxLevel;
  readable: string[];
  writable: string[];
  /** The folder in which the artifact directories of later calls lie; for a process that is started ahead of them. */
  artifacts: string | null;
  /** A folder for what is to be gone when the process is. */
  scratch: string;
  user: number;
  group: number;
  network: Egress["network"];
  limits: {
    addressSpaceBytes: number | null;
    cpuSeconds: number | null;
    fileBytes: number;
    files: number;
    processes: number;
    memoryBytes: number;
    diskBytes: number;
  };
};

const MEBIBYTE = 1024 * 1024;

/** Programs and libraries, and the few files of /etc that programs look at; nothing in which a machine keeps its secrets. */
const SYSTEM = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt/homebrew"],
  ...["ssl", "ca-certificates", "ca-certificates.conf", "pki", "crypto-policies", "alternatives", "fonts", "magic"].map(
    inEtc,
  ),
  ...[
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "timezone",
    "os-release",
    "mime.types",
    "debian_version",
    "lsb-release",
  ].map(inEtc),
  ...["hosts", "resolv.conf", "nsswitch.conf", "host.conf", "gai.conf", "services", "protocols", "locale.alias"].map(
    inEtc,
  ),
];

function inEtc(name: string): string {
  return `/etc/${name}`;
}

type ToolToConfine = {
  level: SandboxLevel;
  entry: string;
  environment: ReadyEnvironment;
  contract: { settings: ToolSettings };
  workflowDataDirectory: string | null;
  egress: Egress;
};

/** What a tool's process may do: read the system, its environment and its folder, and write where its call says. */
export async function toolPolicy(
  { level, entry, environment, contract: { settings }, workflowDataDirectory, egress }: ToolToConfine,
  places: { scratch: string; writable?: string[]; artifacts?: string },
): Promise<SandboxPolicy> {
  const python = await basePython();
  const isPython = environment.language === "python";
  const folder = path.dirname(entry);
  return {
    level,
    ...toolUser(),
    readable: [
      ...SYSTEM,
      environment.program,
      ...(isPython ? [python.prefix, python.path] : [compiledFolder(folder)]),
      harnessFolder(),
      workspaceOf(folder),
      ...(environment.directory === null ? packagesAbove(folder) : [environment.directory]),
      ...(workflowDataDirectory === null ? [] : [workflowDataDirectory]),
    ],
    writable: places.writable ?? [],
    artifacts: places.artifacts ?? null,
    scratch: places.scratch,
    network: egress.network,
    limits: {
      // Node reserves far more addresses than it uses.
      addressSpaceBytes: isPython ? settings.memoryBytes : null,
      cpuSeconds: Math.ceil(settings.timeoutSeconds) * availableParallelism(),
      fileBytes: 256 * MEBIBYTE,
      files: 256,
      processes: 64,
      memoryBytes: settings.memoryBytes,
      diskBytes: 1024 * MEBIBYTE,
    },
  };
}

/** What reading a file of a tool needs, when none of its code runs. */
export async function readerPolicy(
  level: SandboxLevel,
  places: { folder: string; scratch: string },
): Promise<SandboxPolicy> {
  const python = await basePython();
  return {
    level,
    ...toolUser(),
    readable: [...SYSTEM, python.prefix, python.path, harnessFolder(), places.folder],
    writable: [],
    artifacts: null,
    scratch: places.scratch,
    network: { mode: "none" },
    limits: { ...BUILD_LIMITS, memoryBytes: 1024 * MEBIBYTE },
  };
}

const BUILD_LIMITS = {
  addressSpaceBytes: null,
  cpuSeconds: null,
  fileBytes: 8192 * MEBIBYTE,
  files: 4096,
  processes: 512,
  memoryBytes: 8192 * MEBIBYTE,
  diskBytes: 16_384 * MEBIBYTE,
};

/** What an installer may do: reach any package index and write to the environment that it builds, and nothing of other teams'. */
export async function buildPolicy(
  level: SandboxLevel,
  places: { environment: string; scratch: string; sources: readonly string[]; variables: Record<string, string> },
): Promise<SandboxPolicy> {
  const python = await basePython();
  return {
    level,
    ...toolUser(),
    readable: [
      ...SYSTEM,
      "/etc/pip.conf",
      "/etc/npmrc",
      python.prefix,
      python.path,
      process.execPath,
      ...installerFiles(places.variables),
      ...places.sources,
    ],
    writable: [places.environment],
    artifacts: null,
    scratch: places.scratch,
    network: { mode: "all" },
    limits: BUILD_LIMITS,
  };
}

/** Where the installers' settings lie, and what these settings name. */
function installerFiles(variables: Record<string, string>): string[] {
  const home = variables.HOME ?? "/";
  const settings = [".config/pip", ".pip", ".npmrc", ".config/uv", ".netrc"].map((name) => path.join(home, name));
  const named = Object.values(variables)
    .map((value) => value.replace(/^file:\/\//, ""))
    .filter((value) => path.isAbsolute(value) && !value.includes(path.delimiter));
  const programs = (pickEnvironment(["PATH"]).PATH ?? "").split(path.delimiter).filter(path.isAbsolute);
  return [...settings, ...named.filter((place) => place !== home && place !== "/tmp"), ...programs];
}

/** Tools of one workspace, `<workspace>/tools/<tool>`, may share files that lie beside them; another tool has its own folder alone. */
function workspaceOf(folder: string): string {
  const above = path.dirname(folder);
  return path.basename(above) === "tools" ? above : folder;
}

function harnessFolder(): string {
  return path.join(env().root, "lib/tools/harness");
}

/** Where Node finds the packages of a tool that has no environment: beside it and in the folders above. */
function packagesAbove(folder: string): string[] {
  const parents = [folder];
  for (let at = folder; path.dirname(at) !== at; at = path.dirname(at)) parents.push(path.dirname(at));
  return parents.map((parent) => path.join(parent, "node_modules"));
}
