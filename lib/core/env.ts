import "server-only";
import path from "node:path";
import { z } from "zod";
import { AppError } from "./errors.ts";
import { singleton } from "./singleton.ts";

const Env = z.object({
  /** The folder that holds the studio's own files: harnesses, built-in tools, migrations. */
  TOOLROOM_ROOT: z.string().default(() => process.cwd()),
  /** Everything the studio keeps on disk: key, versions, environments, artifacts, the embedded database. The commands set it. */
  TOOLROOM_DATA: z.string().min(1),
  DATABASE_URL: z.string().optional(),
  /** 32 bytes as base64 or hex; without it a key file is made at first start. */
  TOOLROOM_KEY: z.string().optional(),
  /** Where browsers reach the studio, if not at http://HOST:PORT. Other origins may not act. */
  TOOLROOM_ORIGIN: z.url().optional(),
  /** Holds tools at a sandbox below the best that the machine allows. */
  TOOLROOM_SANDBOX: z.enum(["namespaces", "landlock", "seccomp", "none"]).optional(),
  /** `web` answers browsers and leaves agents' runs to a `worker`; the default does both. */
  TOOLROOM_ROLE: z.enum(["all", "web"]).default("all"),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
});

/** The environment, checked once; nobody else reads `process.env`. Throws `invalid_input` that names the variable. */
export function env() {
  return singleton("env", () => {
    const parsed = Env.safeParse(process.env);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw new AppError(
        "invalid_input",
        `The environment variable ${issue?.path.join(".")} is not usable: ${issue?.message}.`,
      );
    }
    const { TOOLROOM_ROOT: root, TOOLROOM_DATA: data, ...rest } = parsed.data;
    return { ...rest, root, data: path.resolve(data) };
  });
}

/** The server's own variables of these names, and nothing else; a name that ends in `*` stands for all that begin so. */
export function pickEnvironment(names: readonly string[]): Record<string, string> {
  const isPicked = (name: string) =>
    names.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each));
  // Each look at a variable goes to the system: only the picked ones are looked at.
  const picked = Object.keys(process.env).filter(isPicked);
  return Object.fromEntries(
    picked.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
