import { findProgram } from "#lib/tools/build-steps.ts";
import { runProcess } from "#lib/tools/process.ts";
import { readerPolicy } from "#lib/tools/sandbox-policy.ts";
import { type Benchmark, NotHere, sideBySide, timed } from "./measure.ts";
import { needNamespaces } from "./tool.ts";

const TRUE = "/bin/true";
const SCRATCH = "/tmp/toolroom-bench-true";
const BUBBLEWRAP = [
  ...["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"],
  ...["/usr", "/bin", "/lib", "/lib64"].flatMap((folder) => ["--ro-bind-try", folder, folder]),
  ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
];

/** The studio's own sandbox, Landlock and the filter of system calls included, against bubblewrap's, which has neither. */
export const bubblewrap: Record<string, Benchmark> = {
  "sandbox.bubblewrap": async () => {
    const bwrap = await findProgram("bwrap");
    if (!bwrap) throw new NotHere("there is no bwrap in PATH to compare with.");
    await needNamespaces();
    return sideBySide(
      { rounds: 50 },
      {
        subject: () => run([TRUE], "namespaces"),
        baseline: () => run([bwrap, ...BUBBLEWRAP, TRUE], "none"),
      },
    );
  },
};

async function run(argv: string[], level: "namespaces" | "none"): Promise<number> {
  const sandbox = await readerPolicy(level, { folder: "/usr", scratch: SCRATCH });
  const command = { argv, cwd: "/", env: { PATH: "/usr/bin:/bin" }, sandbox, timeoutSeconds: 20 };
  const said: Buffer[] = [];
  const onOutput = (_: string, bytes: Buffer) => void said.push(bytes);
  return timed(async () => {
    const { exitCode } = await runProcess({ ...command, onOutput });
    if (exitCode !== 0) throw new Error(`${argv[0]} ended with ${exitCode}: ${Buffer.concat(said)}`);
  });
}
