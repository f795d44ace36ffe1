import { access, readFile } from "node:fs/promises";
import { toAppError } from "#lib/core/errors.ts";
import type { SandboxLevel } from "#lib/runs/schema.ts";
import { type Sandbox, sandbox, TOOL_USER } from "#lib/tools/sandbox.ts";
import type { Finding } from "./finding.ts";

/** The sandbox that tools get here: its level, who they run as, and why each part that is missing is, with what to do about it. */
export async function checkSandbox(): Promise<Finding[]> {
  try {
    return explainSandbox(await sandbox(), await readMachine());
  } catch (error) {
    const says = `it could not be found out, and no tool can run: ${toAppError(error).message}`;
    return [{ what: "sandbox", state: "absent", says }];
  }
}

/** What of a machine decides whether its users may make namespaces: settings of its kernel, null where it has none of the kind. */
export type Machine = {
  container: "container" | "none";
  usernsClone: string | null;
  apparmorRestricts: string | null;
  mostNamespaces: string | null;
};

/** The same for a sandbox and a machine that are known. */
export function explainSandbox({ level, isRoot, complaints }: Sandbox, machine: Machine): Finding[] {
  const state = level === "namespaces" ? "good" : "absent";
  return [
    { what: "sandbox", state, says: `${level}: ${KEEPS[level]}${level === "namespaces" ? onTop(complaints) : ""}` },
    ...(isRoot ? [toolUser(level)] : []),
    ...complaints.map(
      (complaint): Finding => ({
        what: `no ${complaint.level}`,
        state: "absent",
        says: [complaint.why, ...remedies(complaint, { isRoot, machine })].join("; "),
      }),
    ),
  ];
}

const KEEPS: Record<SandboxLevel, string> = {
  namespaces: "a tool has files, processes and a network of its own",
  landlock: "a tool sees no files but its own, shares the machine's processes, and every call starts cold",
  seccomp: "a tool may read what the account it runs as may read: run tools you trust",
  none: "a tool may do what the account it runs as may do: run tools you trust",
};

function onTop(complaints: Sandbox["complaints"]): string {
  const isMissing = (part: SandboxLevel) => complaints.some(({ level }) => level === part);
  const parts = [isMissing("landlock") ? [] : "Landlock", isMissing("seccomp") ? [] : "a system-call filter"].flat();
  return parts.length > 0 ? `; on top ${parts.join(" and ")}` : "";
}

function toolUser(level: SandboxLevel): Finding {
  const what = "tools run as";
  if (level === "none") return { what, state: "absent", says: "root: start the studio as a plain user" };
  return { what, state: "good", says: `user ${TOOL_USER}, since the studio is root` };
}

type Circumstances = { isRoot: boolean; machine: Machine };

function remedies({ level, why }: Sandbox["complaints"][number], circumstances: Circumstances): string[] {
  if (why.startsWith("TOOLROOM_SANDBOX")) return ["unset it for the best that this machine allows"];
  if (level === "namespaces" && process.platform === "linux") return namespaceRemedies(circumstances);
  if (level === "landlock" && process.platform === "linux")
    return ["it takes Linux 5.13 or newer, with landlock among the names in /sys/kernel/security/lsm"];
  return [];
}

function namespaceRemedies({ isRoot, machine }: Circumstances): string[] {
  const settings = [
    machine.usernsClone === "0" && "sysctl kernel.unprivileged_userns_clone=1",
    machine.apparmorRestricts === "1" && "sysctl kernel.apparmor_restrict_unprivileged_userns=0",
    machine.mostNamespaces === "0" && "sysctl user.max_user_namespaces=15000",
  ].filter((each) => each !== false);
  const isHeldBack = machine.container === "container" || settings.length === 0;
  const options = ["seccomp=unconfined", "apparmor=unconfined", "systempaths=unconfined"];
  const flags = options.map((option) => `--security-opt ${option}`).join(" ");
  const asRoot = isRoot ? ", and a plain user instead of root (--user)" : "";
  return [
    ...(settings.length > 0 ? [`unprivileged user namespaces are off: ${settings.join(", ")}`] : []),
    ...(isHeldBack ? [`in Docker or Podman, start the container with ${flags}${asRoot}`] : []),
  ];
}

async function readMachine(): Promise<Machine> {
  const isThere = (file: string) =>
    access(file).then(
      () => true,
      () => false,
    );
  const read = (name: string) =>
    readFile(`/proc/sys/${name}`, "utf8").then(
      (text) => text.trim(),
      () => null,
    );
  const inContainer = (await isThere("/.dockerenv")) || (await isThere("/run/.containerenv"));
  return {
    container: inContainer ? "container" : "none",
    usernsClone: await read("kernel/unprivileged_userns_clone"),
    apparmorRestricts: await read("kernel/apparmor_restrict_unprivileged_userns"),
    mostNamespaces: await read("user/max_user_namespaces"),
  };
}
