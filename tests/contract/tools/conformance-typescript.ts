import type { Sample } from "./conformance-python.ts";

const head = 'import { z } from "zod";\nexport const UserParameters = z.object({});\n';

function tool(body: string, { imports = "", parameters = "" } = {}): string {
  return `${imports}\n${head}export const ToolParameters = z.object({ ${parameters} });\nexport async function runTool(config: object, args: Record<string, unknown>): Promise<unknown> {\n${body}\n}\n`;
}

/** Functions and programs of a few lines, as for Python. */
export const TYPESCRIPT_SAMPLES: Record<string, string | Sample> = {
  "prints before and after": tool(
    "process.stdout.write('first'); console.log('log', [1]); console.error('aside'); setTimeout(() => console.log('after'), 20); return 'done';",
  ),
  "code 3": tool("console.log('x'); process.exit(3);"),
  "code 3 at the end": tool("process.exitCode = 3; return 1;"),
  "an exception": tool(
    "const inner = () => { throw new TypeError('no', { cause: new Error('why') }); }; return inner();",
  ),
  "an exception of a helper": {
    files: {
      "tool.ts": tool("return fail();", { imports: 'import { fail } from "./helper";' }),
      "helper.ts": "enum A { B }\nexport function fail() {\n  throw new RangeError('helper ' + A.B);\n}\n",
    },
  },
  "what is no error": tool("throw { code: 7 };"),
  "a rejection that nobody handles": tool(
    "void Promise.reject(new Error('lost')); await new Promise((r) => setTimeout(r, 200)); return 1;",
  ),
  "an exception from a timer": tool(
    "setTimeout(() => { throw new Error('late'); }, 1); await new Promise((r) => setTimeout(r, 200)); return 1;",
  ),
  "a package that is missing": tool("return 1;", { imports: 'import "not-there";' }),
  "no TypeScript": "export const = 1;\n",
  "ended by SIGSEGV": tool("process.kill(process.pid, 'SIGSEGV'); await new Promise((r) => setTimeout(r, 60_000));"),
  "ended by abort": tool("process.abort();"),
  unicode: tool("return '한국어 😀 \\u200b \\ud800';"),
  "what it is given": tool(
    `return JSON.stringify({ argv: process.argv, execArgv: process.execArgv, cwd: process.cwd(), env: { ...process.env }, file: import.meta.filename,
      stdin: fs.readFileSync(0, "utf8"), tty: [process.stdout.isTTY, process.stderr.isTTY], title: process.title, umask: process.umask(),
      ids: [process.getuid?.(), process.getgid?.(), process.ppid < process.pid], dirs: [os.tmpdir() === os.homedir(), fs.readdirSync(os.tmpdir())],
      host: os.hostname(), processes: fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).length, main: process.mainModule === undefined,
      listeners: process.eventNames().map((name) => [String(name), process.listenerCount(name)]), versions: process.version,
      handles: process.getActiveResourcesInfo().length }, null, 1);`,
    { imports: 'import fs from "node:fs";\nimport os from "node:os";' },
  ),
  "helpers and what they print when loaded": {
    files: {
      "tool.ts": tool("return [two, (await import('./late.ts')).late];", {
        imports: 'import { two } from "./one.js";',
      }),
      "one.ts": 'console.log("one");\nexport { two } from "./two";\n',
      "two.ts": 'console.error("two", process.cwd() === process.env.SESSION_DIRECTORY);\nexport const two = 2;\n',
      "late.ts": 'console.log("late");\nexport const late = 3;\n',
    },
  },
  "much written straight to a pipe": tool(
    "for (let i = 0; i < 100; i++) fs.writeSync(1, 'x'.repeat(10_000)); return 'r';",
    {
      imports: 'import fs from "node:fs";',
    },
  ),
  "events of the end": tool(
    "process.on('exit', (code) => console.log('exit', code)); process.once('beforeExit', () => console.log('before')); return 1;",
  ),
  "much on both": tool(
    "process.stdout.write('x'.repeat(300_000)); process.stderr.write('e'.repeat(300_000)); return 'r';",
  ),
  "files of many kinds": tool(
    "fs.mkdirSync('a/b', { recursive: true }); fs.writeFileSync('a/b/bytes.bin', Buffer.from(Array(256).keys())); fs.writeFileSync('보고서.txt', '한글'); return fs.readdirSync('.').sort();",
    { imports: 'import fs from "node:fs";' },
  ),
  "processes and workers": tool(
    `execFileSync("sh", ["-c", "echo direct; echo aside >&2"], { stdio: "inherit" });
     const worker = new Worker("const { parentPort } = require('node:worker_threads'); console.log('in the worker'); parentPort.postMessage(process.argv.length);", { eval: true });
     const left = once(worker, "exit");
     const [said] = await once(worker, "message");
     await left;
     return [said, execFileSync(process.execPath, ["-p", "process.argv.length"], { encoding: "utf8" })];`,
    {
      imports:
        'import { execFileSync } from "node:child_process";\nimport { once } from "node:events";\nimport { Worker } from "node:worker_threads";',
    },
  ),
  "5 MiB of parameters": {
    files: { "tool.ts": tool("return String(args.text).length;", { parameters: "text: z.string()" }) },
    tool: { text: "é".repeat(5 * 1024 * 1024) },
  },
  "a number that JSON does not have": tool("return { a: [1, Number.NaN] };"),
  "parameters that its models refuse": {
    files: { "tool.ts": tool("return 1;", { parameters: "n: z.number()" }) },
    tool: { n: "x" },
  },
  "nothing returned": tool("await new Promise(() => {});"),
  "a program": `import { parseArgs } from "node:util";
const { values } = parseArgs({ options: { "user-params": { type: "string" }, "tool-params": { type: "string" } } });
console.log("log", import.meta.main, process.argv.length, process.execArgv, process.env.SESSION_DIRECTORY === process.cwd());
console.log("tool_output", values["tool-params"]);
process.stdout.write("x");
throw new TypeError("late");
`,
};

/** What must not be the same in two calls, and what must be the call's own, as for Python. */
export const PER_CALL_TYPESCRIPT: Record<string, string> = {
  "tool.ts": tool(
    "return JSON.stringify({ differ: [started, id, number, helper.at, helper.id, Math.random(), randomUUID(), process.hrtime.bigint()], own: [here, session, helper.session, process.cwd()] });",
    {
      imports:
        'import { randomUUID } from "node:crypto";\nimport * as helper from "./helper";\nconst [started, id, number] = [performance.timeOrigin + performance.now(), randomUUID(), Math.random()];\nconst [here, session] = [process.cwd(), process.env.SESSION_DIRECTORY];',
    },
  ),
  "helper.ts":
    "export const at = performance.timeOrigin + performance.now();\nexport const id = crypto.randomUUID();\nexport const session = process.env.SESSION_DIRECTORY;\n",
};
