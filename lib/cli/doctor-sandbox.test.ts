import { expect, test } from "vitest";
import type { Sandbox } from "#lib/tools/sandbox.ts";
import { explainSandbox, type Machine } from "./doctor-sandbox.ts";

const plain: Machine = { container: "none", usernsClone: null, apparmorRestricts: null, mostNamespaces: "96365" };
const refused = { level: "namespaces", why: "[Errno 1] unshare: Operation not permitted" } as const;

function explain(sandbox: Partial<Sandbox>, machine: Partial<Machine> = {}): string[] {
  const findings = explainSandbox(
    { level: "namespaces", isRoot: false, complaints: [], ...sandbox },
    { ...plain, ...machine },
  );
  return findings.map(({ what, state, says }) => `${state} ${what}: ${says}`);
}

test("the best sandbox is one line, and root says who tools run as", () => {
  const best =
    "good sandbox: namespaces: a tool has files, processes and a network of its own; on top Landlock and a system-call filter";
  expect(explain({})).toEqual([best]);
  expect(explain({ isRoot: true })).toEqual([best, "good tools run as: user 65000, since the studio is root"]);
});

test("a part that the kernel lacks is said, also when the level is the best", () => {
  const [first, second] = explain({ complaints: [{ level: "landlock", why: "the kernel has no Landlock" }] });
  expect(first).toMatch(/; on top a system-call filter$/);
  expect(second).toMatch(/^absent no landlock: the kernel has no Landlock; it takes Linux 5\.13/);
});

test.each([
  [{ usernsClone: "0" }, "sysctl kernel.unprivileged_userns_clone=1"],
  [{ apparmorRestricts: "1" }, "sysctl kernel.apparmor_restrict_unprivileged_userns=0"],
  [{ mostNamespaces: "0" }, "sysctl user.max_user_namespaces=15000"],
  [{ container: "container" }, "--security-opt seccomp=unconfined"],
] as const)("the setting that forbids namespaces is named: %o", (machine, remedy) => {
  const [level, why] = explain({ level: "landlock", complaints: [refused] }, machine);
  expect(level).toMatch(/^absent sandbox: landlock: /);
  expect(why).toContain(`absent no namespaces: ${refused.why}; `);
  expect(why).toContain(remedy);
});

test("root is told to be a plain user where it may not make namespaces", () => {
  const [, , why] = explain({ level: "landlock", isRoot: true, complaints: [refused] });
  expect(why).toMatch(/a plain user instead of root \(--user\)$/);
});

test("a level that was asked for is no fault of the machine, and without a sandbox root stays root", () => {
  const why = "TOOLROOM_SANDBOX asks for none";
  const [level, user, namespaces] = explain({
    level: "none",
    isRoot: true,
    complaints: [{ level: "namespaces", why }],
  });
  expect(level).toMatch(/^absent sandbox: none: .*run tools you trust$/);
  expect(user).toBe("absent tools run as: root: start the studio as a plain user");
  expect(namespaces).toBe(`absent no namespaces: ${why}; unset it for the best that this machine allows`);
});
