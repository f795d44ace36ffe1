import "server-only";
import { env } from "#lib/core/env.ts";
import { singleton } from "#lib/core/singleton.ts";
import { SandboxLevel } from "#lib/runs/schema.ts";
import { encodeFrame } from "./frames.ts";
import { connectSupervisor } from "./launcher.ts";
import { SCRATCH_APART } from "./scratch.ts";
import { awaitStart } from "./supervisor.ts";

/** What was found at the first question; `complaints` says for each better level why this machine does not allow it. */
export type Sandbox = {
  level: SandboxLevel;
  isRoot: boolean;
  complaints: { level: SandboxLevel; why: string }[];
};

type Probe = {
  namespaces: string | null;
  landlock: string | null;
  landlockVersion: number;
  seccomp: string | null;
  isRoot: boolean;
};

/** The user that tools run as when the studio is root: no person's, no service's. */
export const TOOL_USER = 65_000;

const PROBED = {
  readable: ["/usr", "/lib", "/lib64", "/bin"],
  writable: [],
  artifacts: null,
  scratch: SCRATCH_APART,
};

/** The best sandbox that this machine allows, found out by entering it once. */
export function sandbox(): Promise<Sandbox> {
  return singleton("sandbox", () => ({ value: probe() })).value;
}

async function probe(): Promise<Sandbox> {
  const line = await connectSupervisor();
  const user = toolUser();
  const policy = { ...PROBED, level: "namespaces", ...user, network: { mode: "none" }, limits: {} };
  line.write(encodeFrame("R", JSON.stringify({ probe: policy })));
  const found = await awaitStart<Probe>(line, { timeoutSeconds: 20 });
  line.destroy();
  const complaints = (["namespaces", "landlock", "seccomp"] as const).flatMap((level) => {
    const why = pinned(level) ?? found[level];
    return why === null ? [] : [{ level, why }];
  });
  const level =
    SandboxLevel.options.find((each) => !complaints.some((complaint) => complaint.level === each)) ?? "none";
  return { level, isRoot: found.isRoot, complaints };
}

/** TOOLROOM_SANDBOX holds a server at a level below the best. */
function pinned(level: SandboxLevel): string | null {
  const best = env().TOOLROOM_SANDBOX;
  const { options } = SandboxLevel;
  return best && options.indexOf(level) < options.indexOf(best) ? `TOOLROOM_SANDBOX asks for ${best}` : null;
}

/** Who tools run as: the studio's own user, unless that is root. */
export function toolUser(): { user: number; group: number } {
  const [user, group] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  return user === 0 ? { user: TOOL_USER, group: TOOL_USER } : { user, group };
}
