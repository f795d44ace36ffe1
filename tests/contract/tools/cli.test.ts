import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test, vi } from "vitest";
import { env } from "#lib/core/env.ts";
import { withDatabase } from "#tests/support/database.ts";
import { folderWith, processesWith, pythonTool, readProcess } from "./fixture.ts";

// A name that is no folder's is looked for among the registered tools.
withDatabase();
const main = path.resolve("bin/toolroom.mjs");
const temporary = await realpath(await mkdtemp(path.join(os.tmpdir(), "cli-")));
afterAll(() => rm(temporary, { recursive: true }));

function start(args: string[]) {
  const environment = { ...process.env, TOOLROOM_DATA: env().data, TMPDIR: temporary };
  return spawn(process.execPath, [main, ...args], { cwd: os.tmpdir(), env: environment });
}

async function toolroom(args: string[], input = "") {
  const child = start(args);
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr, code: code as number };
}

describe("toolroom call", () => {
  test.each([
    ["calculator", "42\n"],
    ["tools/calculator_py", "42.0\n"],
  ])("%s: the result and nothing else on stdout", async (name, stdout) => {
    const called = await toolroom(["call", name, "--tool-params", '{"a":7,"b":6,"op":"*"}']);
    expect(called).toMatchObject({ code: 0, stdout });
  });

  test("bad arguments give one sentence with the path", async () => {
    const called = await toolroom(["call", "calculator", "--tool-params", '{"a":7,"b":"six","op":"*"}']);
    expect(called).toEqual({ code: 1, stdout: "", stderr: 'toolroom: `b` must be a number, not "six".\n' });
  });

  test("log, debug log and errors go to stderr, and the code is the tool's own", async () => {
    const folder = await pythonTool("import sys\nprint('log')\nprint('dbg', file=sys.stderr)\nsys.exit(args.code)", {
      tool: "code: int",
    });
    expect(await toolroom(["call", folder, "--tool-params", '{"code": 3}'])).toEqual({
      code: 3,
      stdout: "",
      stderr: "dbg\nlog\ntoolroom: The tool failed with exit code 3 and gave no result.\n",
    });
  });

  test("parameters come from a file or from standard input, and --json tells all", async () => {
    const folder = await pythonTool("open('left.csv', 'w').write('a')\nprint('log')\nreturn args.text + config.word", {
      tool: "text: str",
      user: "word: str",
    });
    await writeFile(path.join(folder, "user.json"), '{"word": "!"}');
    const artifacts = path.join(temporary, "asked");
    const args = ["--user-params", `@${folder}/user.json`, "--tool-params", "-", "--json", "--artifacts", artifacts];
    const { stdout, code } = await toolroom(["call", folder, ...args], '{"text": "hi"}');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      status: "succeeded",
      result: "hi!",
      exitCode: 0,
      log: "log\n",
      stderr: "",
      artifacts: [{ name: "left.csv", bytes: 1, mediaType: "text/csv; charset=utf-8" }],
      artifactDirectory: artifacts,
    });
    expect(await readdir(artifacts)).toEqual(["left.csv"]);
  });

  test("a result of any length is whole", async () => {
    const { stdout } = await toolroom(["call", await pythonTool("return 'é' * 400000")]);
    expect(stdout).toBe(`${"é".repeat(400_000)}\n`);
  });

  test("a timeout has code 124, Ctrl-C 130", async () => {
    const folder = await pythonTool(
      "import sys, time\nprint('running', file=sys.stderr, flush=True)\ntime.sleep(1000)",
    );
    expect(await toolroom(["call", folder, "--timeout", "1"])).toMatchObject({ code: 124 });
    const child = start(["call", folder]);
    await once(child.stderr, "data");
    const inner = Number((await text(spawn("pgrep", ["-P", String(child.pid)]).stdout)).trim());
    process.kill(inner, "SIGINT");
    expect((await once(child, "exit"))[0]).toBe(130);
  });
});

test("a reader that has seen enough is no failure", async () => {
  const child = start(["call", await pythonTool("return 'x' * 4_000_000")]);
  const [complaint, [code]] = await Promise.all([
    text(child.stderr),
    once(child, "exit"),
    once(child.stdout, "data").then(() => child.stdout.destroy()),
  ]);
  expect([code, complaint]).toEqual([0, expect.not.stringContaining("EPIPE")]);
});

test("being stopped while a tool is read has the code of that", async () => {
  const folder = await folderWith({ "tool.py": "import time\ntime.sleep(1000)\n" });
  vi.stubEnv("LC_MARK", folder);
  const child = start(["call", folder]);
  vi.unstubAllEnvs();
  const commands = async () =>
    Promise.all((await processesWith(`LC_MARK=${folder}`)).map((id) => readProcess(id, "cmdline")));
  await expect.poll(commands, { timeout: 20_000 }).toContainEqual(expect.stringContaining("introspect.py"));
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(130);
});

test.each([
  [["call"], "Name a tool."],
  [["call", "calculator", "--frob"], "Unknown option '--frob'"],
  [["call", "calculator", "--tool-params", "{"], "--tool-params is not JSON"],
  [["call", "calculator", "--tool-params", "@/no/such"], "the file /no/such cannot be read (ENOENT)"],
  [["call", "calculator", "--timeout", "soon"], "--timeout soon is not a number"],
  [["call", "no-such-tool"], "There is no built-in tool, no folder and no registered tool named no-such-tool."],
  [["frob"], "There is no command frob"],
])("toolroom %j is misuse, said in one sentence", async (args, message) => {
  const { code, stdout, stderr } = await toolroom(args);
  expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  expect(stderr).toContain(message);
});

test("a configuration that is no JSON is not quoted", async () => {
  for (const text of ["CANARY", "{CANARY", '"CANARY', "{'key': 'CANARY'}", '{"a": 1}CANARY', '{"a": "CANARY\n"}']) {
    const { code, stderr } = await toolroom(["call", "calculator", "--user-params", text]);
    expect([code, stderr.includes("CANARY")]).toEqual([2, false]);
    expect(stderr).toMatch(/^toolroom: --user-params is not JSON: /);
  }
});

test("toolroom contract prints it, and a folder without an entry file is an error", async () => {
  const { stdout, code } = await toolroom(["contract", "calculator"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ language: "typescript", readFrom: "import", outputKey: "tool_output" });
  const missing = await toolroom(["contract", await folderWith({ "readme.md": "" })]);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("it has neither tool.py nor tool.ts") });
});

test("toolroom doctor has a line for each thing", async () => {
  const { stdout } = await toolroom(["doctor"]);
  for (const name of ["Node", "Python", "npm", "data folder", "database", "port"])
    expect(stdout).toMatch(new RegExp(`^[✓–✗] ${name}\\s`, "m"));
});

test("toolroom doctor says how far tools are kept from the machine, and a lower level is no failure", async () => {
  const best = await toolroom(["doctor"]);
  expect(best.stdout).toMatch(/^[✓–] sandbox +(namespaces|landlock|seccomp|none): /m);
  vi.stubEnv("TOOLROOM_SANDBOX", "none");
  const held = await toolroom(["doctor"]).finally(() => vi.unstubAllEnvs());
  expect(held.stdout).toMatch(/^– sandbox +none: .*run tools you trust$/m);
  expect(held.stdout).toMatch(/^– no namespaces +TOOLROOM_SANDBOX asks for none; unset it/m);
  expect(held.code).toBe(best.code);
});
