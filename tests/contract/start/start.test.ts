import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { checkPort } from "../../../bin/steps/port.mjs";

const data = mkdtempSync("/tmp/toolroom-data-");
chmodSync(data, 0o711);
const port = await checkPort("127.0.0.1", 0);
const address = `http://127.0.0.1:${port}`;
const starts: Start[] = [];

/** One `npm start` and what it has said so far. */
type Start = { process: ChildProcess; said: string; ended: Promise<unknown> };

afterEach(async () => {
  for (const start of starts.splice(0)) {
    if (isRunning(start.process)) start.process.kill("SIGTERM");
    await start.ended;
  }
});
afterAll(() => rmSync(data, { recursive: true }));

test("prints the address and the first account's link, says so when it runs already, and leaves nothing behind", async () => {
  const first = await startUp();
  const token = readFileSync(path.join(data, "first-account-token"), "utf8").trim();
  expect(first.said).toContain(`Toolroom runs at ${address}\n`);
  expect(first.said).toContain(`${address}/sign-up?token=${token}\n`);

  const second = start();
  await second.ended;
  expect(second.process.exitCode).toBe(1);
  expect(second.said).toBe(`Toolroom already runs at ${address}; open it, or stop it before you start another.\n`);

  first.process.kill("SIGTERM");
  await first.ended;
  expect(first.process.exitCode).toBe(0);
  await expectNothingLeft();
});

test("leaves nothing behind when it is killed, and starts again", async () => {
  const killed = await startUp();
  killed.process.kill("SIGKILL");
  await killed.ended;
  await expectNothingLeft();
  await startUp();
});

test("says what is wrong in one sentence", async () => {
  const taken = net.createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const other = (taken.address() as net.AddressInfo).port;
  expect(await refusal({ PORT: String(other) })).toMatch(
    new RegExp(`^Port ${other} is taken by another program; choose .*\n$`),
  );
  taken.close();
  expect(await refusal({ PORT: "http" })).toMatch(/^http is not a port: npm start -- .*\n$/);
  const file = path.resolve("package.json");
  expect(await refusal({ TOOLROOM_DATA: `${file}/data` })).toMatch(
    /^Toolroom keeps its data in .*package.json\/data and .*\n$/,
  );
});

async function startUp(): Promise<Start> {
  const started = start();
  await Promise.race([
    vi.waitUntil(() => started.said.includes("Ctrl-C"), { timeout: 240_000, interval: 100 }),
    started.ended,
  ]);
  expect(started.said).toContain("Toolroom runs at");
  return started;
}

function start(settings: Record<string, string> = {}): Start {
  const env = {
    ...process.env,
    TOOLROOM_DATA: data,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: undefined,
    ...settings,
  };
  const child = spawn(process.execPath, ["bin/start.mjs"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const started: Start = { process: child, said: "", ended: once(child, "close") };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      started.said += chunk.toString();
    });
  }
  starts.push(started);
  return started;
}

async function refusal(settings: Record<string, string>): Promise<string> {
  const refused = start(settings);
  await refused.ended;
  expect(refused.process.exitCode).toBe(1);
  return refused.said;
}

async function expectNothingLeft(): Promise<void> {
  const pidFile = path.join(data, "postgres/cluster/postmaster.pid");
  await vi.waitUntil(
    () =>
      fetch(address).then(
        () => false,
        () => true,
      ),
    { timeout: 15_000 },
  );
  await vi.waitUntil(() => read(pidFile) === null, { timeout: 15_000 });
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null; // it is gone
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
