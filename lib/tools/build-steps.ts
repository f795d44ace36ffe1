import "server-only";
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { pickEnvironment } from "#lib/core/env.ts";
import { runProcess } from "./process.ts";
import { sandbox } from "./sandbox.ts";
import { buildPolicy } from "./sandbox-policy.ts";

/** What a build works with: its folder, the variables its programs get, and where their words go. */
export type BuildContext = {
  directory: string;
  env: Record<string, string>;
  log: (text: string) => void;
  /** What lies elsewhere and is to be installed: the tool's folder, local packages. */
  sources: readonly string[];
};

/** How a build ended. */
export type Built = { state: "ready" | "failed"; problem: string | null; warnings: string[] };

const BUILD_TIMEOUT_SECONDS = 1800;
const ENDINGS = {
  exited: "",
  timeout: "it took longer than 30 minutes",
  cancelled: "it was cancelled",
  stdout: "it wrote too much",
  stderr: "it wrote too much",
  channel: "it wrote too much",
  memory: "it took more than 8 GiB of memory",
  processes: "it started too many processes",
  disk: "it wrote more than 16 GiB, or all that the disk had",
};

/** What installers may see of the server's environment: how to reach a package index, and nothing of the studio's own. */
export function buildEnvironment(directory: string): Record<string, string> {
  const proxies = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "all_proxy",
  ];
  const certificates = ["SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"];
  const npm = [
    "registry",
    "cafile",
    "userconfig",
    "globalconfig",
    "cache",
    "proxy",
    "https_proxy",
    "noproxy",
    "strict_ssl",
  ];
  const npmNames = npm.flatMap((name) => [`npm_config_${name}`, `NPM_CONFIG_${name.toUpperCase()}`]);
  const picked = pickEnvironment([
    "PATH",
    "HOME",
    "LANG",
    "LC_*",
    "PIP_*",
    "UV_*",
    ...proxies,
    ...certificates,
    ...npmNames,
  ]);
  const scratch = scratchOf(directory);
  // A cache that several teams' packages could write to would let one team's package change another's.
  const caches = {
    PIP_NO_CACHE_DIR: "1",
    UV_CACHE_DIR: path.join(scratch, "uv"),
    npm_config_cache: path.join(scratch, "npm"),
  };
  return { ...picked, ...caches, TMPDIR: scratch };
}

/** Where a build puts what it needs only while it lasts: on the disk, since packages can be larger than memory. */
export function scratchOf(directory: string): string {
  return path.join(directory, ".scratch");
}

/** Runs one program of a build; what it says is logged as it comes, after the command itself. */
export async function runStep(
  context: BuildContext,
  argv: readonly string[],
  { payload, quiet }: { payload?: string; quiet?: true } = {},
): Promise<{ ok: true; log: string } | { ok: false; log: string }> {
  const say = quiet ? () => undefined : context.log;
  const decoder = new TextDecoder();
  let log = "";
  const take = (text: string) => {
    log = (log + text).slice(-200_000);
    say(text);
  };
  say(`$ ${argv.map((word) => shown(word, context.directory)).join(" ")}\n`);
  const { directory, sources, env: variables } = context;
  const places = { environment: directory, scratch: scratchOf(directory), sources, variables };
  const ending = await runProcess({
    argv,
    cwd: context.directory,
    env: context.env,
    sandbox: await buildPolicy((await sandbox()).level, places),
    ...(payload === undefined ? {} : { payload }),
    timeoutSeconds: BUILD_TIMEOUT_SECONDS,
    onOutput: (_, bytes) => void take(decoder.decode(bytes, { stream: true })),
  });
  take(decoder.decode());
  if (ending.cause === "exited" && ending.exitCode === 0) return { ok: true, log };
  const how =
    ENDINGS[ending.cause] ||
    (ending.signal ? `it was ended by ${ending.signal}` : `it ended with code ${ending.exitCode}`);
  say(`${path.basename(argv[0] ?? "")} failed: ${how}.\n`);
  return { ok: false, log: log || `ERROR: ${how}` };
}

/** A word of a command as people read it: what lies in the environment from there on, a program by its name. */
function shown(word: string, directory: string): string {
  if (word.startsWith(directory + path.sep)) return path.relative(directory, word);
  return path.isAbsolute(word) ? path.basename(word) : word;
}

/** The absolute path of a program in PATH, or null. */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of (pickEnvironment(["PATH"]).PATH ?? "").split(path.delimiter).filter(path.isAbsolute)) {
    const file = path.join(folder, name);
    const isUsable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isUsable) return file;
  }
  return null;
}
