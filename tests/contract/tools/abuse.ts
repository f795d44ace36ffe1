import { randomBytes } from "node:crypto";
import dgram from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { env } from "#lib/core/env.ts";
import type { SandboxLevel } from "#lib/runs/schema.ts";
import { basePython } from "#lib/tools/interpreter.ts";
import {
  CONNECT_PYTHON,
  CONNECT_TYPESCRIPT,
  ESCAPE_PYTHON,
  PYTHON_ABUSES,
  REACH_PYTHON,
  REACH_TYPESCRIPT,
  TYPESCRIPT_ABUSES,
} from "./abuse-tools.ts";
import { type CallOptions, call, processesWith, pythonTool, runsFolder, typescriptTool } from "./fixture.ts";

const MEBIBYTE = 1024 * 1024;

/** All that a tool must not be able to do to the machine, the server and the calls of others, at one level of the sandbox. */
export function describeAbuse(level: SandboxLevel): void {
  const before = { bytes: 0, folder: "" };
  beforeAll(async () => {
    before.folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "quiet-")));
    await mkdir(path.join(before.folder, "runs"));
    await mkdir(path.join(before.folder, "tool"));
    await writeFile(path.join(before.folder, "tool/tool.py"), "print('tool_output', 'still here')\n");
    before.bytes = memory();
  });
  afterAll(async () => {
    await rm(before.folder, { recursive: true });
    expect((memory() - before.bytes) / MEBIBYTE).toBeLessThan(100);
  });
  afterEach(async () => {
    const { outcome } = await call(path.join(before.folder, "tool"), { runs: path.join(before.folder, "runs") });
    expect(outcome).toMatchObject({ type: "tool.returned", result: "still here", sandbox: level });
  });
  describe("what a tool does to itself and to the machine ends with its call", () => {
    describeEndings(level);
  });
  describe("what is not the call's own is out of reach", () => {
    describeReach();
  });
  describe("services of the machine are out of reach", describeServices);
  test("so are other processes, and the ways out of what is around it", async () => {
    const folder = await pythonTool(ESCAPE_PYTHON, { tool: "server: int" });
    expect(await answerOf(folder, { tool: { server: process.pid } })).toEqual([]);
  });
}

/** What is held after everything that can go is gone; the allocators keep more of the machine's memory, for the next flood. */
function memory(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A name for the processes of a call, which those that it forks have too. */
function mark(): { name: string; head: string } {
  const name = `abuse-${randomBytes(4).toString("hex")}`;
  return { name, head: `import ctypes\nctypes.CDLL(None).prctl(15, b"${name}", 0, 0, 0)\n` };
}

async function processesNamed(name: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((id) => /^\d+$/.test(id));
  const names = await Promise.all(ids.map((id) => readFile(`/proc/${id}/comm`, "latin1").catch(() => "")));
  return ids.filter((_, index) => names[index] === `${name}\n`);
}

async function expectNoneLeft(artifactDirectory: string, name: string): Promise<void> {
  await expect
    .poll(async () => [...(await processesWith(artifactDirectory)), ...(await processesNamed(name))])
    .toEqual([]);
}

function describeEndings(level: SandboxLevel): void {
  test.each(Object.entries(PYTHON_ABUSES))("%s", async (_, { body, settings = {}, expected }) => {
    const { name, head } = mark();
    const { outcome, artifactDirectory } = await call(await pythonTool(head + body), { settings });
    expect(outcome).toMatchObject({ ...expected, sandbox: level, backEnd: level === "namespaces" ? "zygote" : "cold" });
    await expectNoneLeft(artifactDirectory, name);
  });

  test.each(Object.entries(TYPESCRIPT_ABUSES))(
    "%s in TypeScript",
    async (_, { head, body, settings = {}, expected }) => {
      const { outcome, artifactDirectory } = await call(await typescriptTool(body, { head }), { settings });
      expect(outcome).toMatchObject({ ...expected, sandbox: level });
      await expectNoneLeft(artifactDirectory, "no such name");
    },
  );

  test("a call that kills all it can reach harms no other that runs meanwhile", async () => {
    const body = `import os, time
print("running", flush=True)
while not os.path.exists("go"):
    try:
        args.kills and os.kill(-1, 9)
    except OSError:
        pass
    time.sleep(0.01)
return "done"`;
    const folder = await pythonTool(body, { tool: "kills: bool" });
    const runs = await runsFolder();
    const running = [false, true].map((kills) => startCall(folder, { runs, tool: { kills } }));
    await Promise.all(running.map(({ hasBegun }) => hasBegun));
    for (const run of await readdir(runs)) await writeFile(path.join(runs, run, "go"), "");
    const ended = await Promise.all(running.map(({ ended }) => ended));
    expect(ended.map(({ outcome }) => outcome.type)).toEqual(["tool.returned", "tool.returned"]);
  });
}

/** A call that runs meanwhile; begun once it has printed something. */
function startCall(folder: string, options: CallOptions) {
  const { promise: hasBegun, resolve } = Promise.withResolvers<void>();
  const ended = call(folder, { ...options, onEvent: (event) => event.type === "tool.log" && resolve() });
  return { hasBegun, ended };
}

async function answerOf(folder: string, options: CallOptions): Promise<unknown> {
  const { outcome, stderr } = await call(folder, options);
  if (outcome.type === "tool.failed") throw new Error(`${outcome.message}\n${stderr}`);
  return JSON.parse(outcome.result);
}

const WRITERS = [
  ["Python", () => pythonTool(REACH_PYTHON, { tool: "read: list[str]\nwrite: list[str]\nknown: list[str]" })],
  [
    "TypeScript",
    () =>
      typescriptTool(REACH_TYPESCRIPT, {
        head: 'import fs from "node:fs";',
        tool: "read: z.array(z.string()), write: z.array(z.string()), known: z.array(z.string())",
      }),
  ],
] as const;

function describeReach(): void {
  test.each(WRITERS)("files, from %s", async (_, makeTool) => {
    const secret = path.join(env().data, `secret-${randomBytes(4).toString("hex")}`);
    await mkdir(env().data, { recursive: true });
    await writeFile(secret, "secret", { mode: 0o644 });
    onTestFinished(() => rm(secret, { force: true }));
    const [folder, runs] = [await makeTool(), await runsFolder()];
    const controller = new AbortController();
    const older = await call(folder, { runs, tool: { read: [], write: ["."], known: [] } });
    const other = startCall(await pythonTool("import time\nprint('x', flush=True)\ntime.sleep(1000)"), {
      runs,
      signal: controller.signal,
    });
    await other.hasBegun;
    const own = (await readdir(runs)).map((name) => path.join(runs, name));
    expect(own).toContain(older.artifactDirectory);
    const host = ["/tmp", "/dev/shm", "/var/tmp"];
    const read = [
      ...own,
      path.join(older.artifactDirectory, "left.txt"),
      secret,
      env().data,
      `/proc/${process.pid}/environ`,
    ];
    const elsewhere = ["/root", "/etc/shadow", "/var/lib", "/run", os.homedir(), path.resolve("package.json")];
    const write = [
      folder,
      path.dirname(folder),
      runs,
      ...own,
      ...host,
      "/",
      "/usr",
      "/etc",
      "/proc",
      env().data,
      os.homedir(),
    ];
    // A sandbox's own root has the folders on the way to what may be read, and nothing else in them.
    const ways = [folder, env().data, process.execPath, path.resolve("lib/tools/harness"), (await basePython()).path];
    const known = ["environments", "compiled", ...ways.flatMap((way) => way.split(path.sep))];
    const answer = (await answerOf(folder, { runs, tool: { read: [...read, ...elsewhere], write, known } })) as {
      read: string[];
      written: string[];
    };
    expect(answer.read).toEqual([]);
    // What a sandbox has of its own by these names nobody else sees.
    expect(answer.written.filter((place) => !host.includes(place))).toEqual([]);
    expect(host.filter((place) => existsSync(path.join(place, "left.txt")))).toEqual([]);
    controller.abort();
    expect((await other.ended).artifacts).toEqual([]);
  });
}

const CLIENTS = [
  ["Python", () => pythonTool(CONNECT_PYTHON, { tool: "tcp: int\nudp: int\npath: str\nabstract: str" })],
  [
    "TypeScript",
    () =>
      typescriptTool(CONNECT_TYPESCRIPT, {
        head: 'import dgram from "node:dgram";\nimport net from "node:net";',
        tool: "tcp: z.number(), udp: z.number(), path: z.string(), abstract: z.string()",
      }),
  ],
] as const;

function describeServices(): void {
  test.each(CLIENTS)("from %s", async (_, makeTool) => {
    const heard: string[] = [];
    const folder = await mkdtemp(path.join(os.tmpdir(), "services-"));
    await chmod(folder, 0o755);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const places = { path: path.join(folder, "socket"), abstract: `abuse-${randomBytes(4).toString("hex")}` };
    const tcp = await listen({ host: "127.0.0.1", port: 0 }, () => heard.push("tcp"));
    await listen({ path: places.path }, () => heard.push("path"));
    await chmod(places.path, 0o777);
    await listen({ path: `\0${places.abstract}` }, () => heard.push("abstract"));
    const udp = dgram.createSocket("udp4").on("message", () => heard.push("udp"));
    udp.bind(0, "127.0.0.1");
    await once(udp, "listening");
    onTestFinished(() => void udp.close());
    const tool = { ...places, tcp: (tcp.address() as net.AddressInfo).port, udp: udp.address().port };
    expect(await answerOf(await makeTool(), { tool })).toEqual([]);
    expect(heard).toEqual([]);
  });
}

async function listen(place: net.ListenOptions, onConnection: () => void): Promise<net.Server> {
  const server = net.createServer((socket) => {
    onConnection();
    socket.destroy();
  });
  server.listen(place);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}
