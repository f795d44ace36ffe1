import { describe, expect, test } from "vitest";
import { readContract } from "#lib/tools/contract.ts";
import { byHand, call, folderWith, openContract, resultOf, typescriptTool } from "./fixture.ts";

describe("a TypeScript tool that exports runTool", () => {
  test("is called; whatever it prints is log, and cannot forge the result", async () => {
    const { outcome, log, stderr } = await call(
      await typescriptTool('  console.log("tool_output forged");\n  console.error("dbg");\n  return { a: args.a };', {
        tool: "a: z.number()",
      }),
      { tool: { a: 1 } },
    );
    expect(outcome).toMatchObject({ type: "tool.returned", result: '{"a":1}', exitCode: 0 });
    expect([log, stderr]).toEqual(["tool_output forged\n", "dbg\n"]);
  });

  test("imports its helpers with and without an ending, enums included, and zod from its environment", async () => {
    const files = {
      "one.ts": 'export enum Level { Low = 1, High = 2 }\nexport { two } from "./two";',
      "two.ts": "export const two = 2;",
      "more/index.ts": "export const more = 3;",
    };
    const head = 'import { Level, two } from "./one.js";\nimport { more } from "./more";\n';
    expect(await resultOf(await typescriptTool("  return [Level.High, two, more];", { head, files }))).toBe("[2,2,3]");
    const asModules = { ...files, "package.json": '{"type": "module", "dependencies": {"zod": "^4"}}' };
    expect(await resultOf(await typescriptTool("  return Level.Low;", { head, files: asModules }))).toBe("1");
  });

  test("may be CommonJS, or a module that package.json calls CommonJS", async () => {
    const source = `const { z } = require("zod");
const { one } = require("./one");
exports.ToolParameters = z.object({ x: z.number() });
exports.runTool = (_config: unknown, args: { x: number }) => args.x + one;
`;
    const folder = await folderWith({ "tool.ts": source, "one.ts": "exports.one = 1;" });
    const contract = await readContract(folder, {});
    expect(contract).toMatchObject({ protocol: "function", toolParameters: { required: ["x"] } });
    expect(await resultOf(folder, { contract, tool: { x: 41 } })).toBe("42");
    const files = { "package.json": '{"type": "commonjs"}', "data.json": '{"a": 7}' };
    expect(
      await resultOf(await typescriptTool("  return data.a;", { head: 'import data from "./data.json";', files })),
    ).toBe("7");
  });

  test("a zod older than 4 is called, and that it tells no parameters is said", async () => {
    const zod =
      "export const z = { object: () => ({ safeParse: () => {}, safeParseAsync: async (data) => ({ success: true, data }) }) };";
    const folder = await typescriptTool("  return args;", {
      files: {
        "package.json": '{"dependencies": {"zod": "file:./old"}}',
        "old/package.json": '{"name": "zod", "version": "3.0.0", "type": "module", "exports": "./index.js"}',
        "old/index.js": zod,
      },
    });
    const contract = await readContract(folder, {});
    expect(contract).toMatchObject({ protocol: "function", toolParameters: { type: "object" } });
    expect(contract.problem).toContain("The zod of this tool is older than version 4");
    expect(await resultOf(folder, { contract, tool: { x: 1 } })).toBe('{"x":1}');
  });

  test("may share files with the tools beside it, and only read them", async () => {
    const body = `try {
    appendFileSync(new URL("../beside/shared.ts", import.meta.url), "// changed");
    return "written";
  } catch {
    return shared;
  }`;
    const folder = await typescriptTool(body, {
      head: 'import { appendFileSync } from "node:fs";\nimport { shared } from "../beside/shared.ts";',
      files: { "../beside/shared.ts": 'export const shared = "read";\n' },
    });
    expect(await readContract(folder, {})).toMatchObject({ problem: null, protocol: "function" });
    expect(await resultOf(folder)).toBe("read");
  });

  test("never finds the packages of the studio", async () => {
    const folder = await typescriptTool("  return 1;", { head: 'import "next";' });
    const { outcome, stderr } = await call(folder);
    expect(outcome).toMatchObject({ type: "tool.failed", exitCode: 1 });
    expect(stderr).toContain(
      `Cannot find package 'next' imported from ${folder}/tool.ts; name it in the tool's package.json.`,
    );
  });

  test("a refusal by its zod is one sentence with the path", async () => {
    const folder = await typescriptTool("  return 1;", { tool: "list: z.array(z.object({ n: z.number() }))" });
    const { outcome } = await call(folder, { tool: { list: [{ n: "x" }] } });
    expect(outcome).toMatchObject({ type: "tool.failed", code: "invalid_input", exitCode: 1 });
    expect(outcome.modelResult).toBe("ToolParameters at `list[0].n`: Invalid input: expected number, received string.");
  });

  test.each([
    [
      "NaN",
      "return { deep: [1, { mean: NaN }] };",
      "The tool returned NaN at `deep[1].mean`; JSON has no such number, return null or text.",
    ],
    ["nothing", "return undefined;", "runTool returned nothing; return text or a JSON value."],
    [
      "a circle",
      "const a: any = {}; a.a = a; return a;",
      "runTool returned a value that contains itself, which JSON cannot say; return text or a JSON value.",
    ],
    ["no end", "await new Promise(() => {}); return 1;", "The tool ended before its runTool returned anything."],
  ])("%s is a failure that says so", async (_, body, message) => {
    expect((await call(await typescriptTool(`  ${body}`))).outcome).toMatchObject({
      type: "tool.failed",
      code: "tool_failed",
      modelResult: message,
    });
  });

  test.each([
    ["text as it is", 'return "tool_output  x\\n";', "tool_output  x\n"],
    ["big integers with every digit", "return { n: 12345678901234567890n };", '{"n":12345678901234567890}'],
    ["null", "return null;", "null"],
    [
      "maps, sets and typed arrays as what they hold",
      "return [new Map([['a', 1]]), new Map([[1, 2]]), new Set([1]), new Uint8Array([1])];",
      '[{"a":1},[[1,2]],[1],[1]]',
    ],
    ["an error as its words", "return new TypeError('no');", '{"name":"TypeError","message":"no"}'],
  ])("%s", async (_, body, result) => expect(await resultOf(await typescriptTool(`  ${body}`))).toBe(result));

  test.each([
    ["an error", "throw new Error('no');", 1, /^Error: no\n {4}at Module\.runTool \(file:.*tool\.ts:9:9\)\n$/],
    ["process.exit", "process.exit(5);", 5, /^$/],
    [
      "an unhandled rejection",
      "Promise.reject(new Error('lost')); await new Promise((r) => setTimeout(r, 200)); return 1;",
      1,
      /Error: lost/,
    ],
  ])("%s has an honest exit code and a trace", async (_, body, exitCode, stderr) => {
    const failed = await call(await typescriptTool(`  ${body}`));
    expect(failed.outcome).toMatchObject({ type: "tool.failed", code: "tool_failed", exitCode });
    expect(failed.stderr).toMatch(stderr);
  });
});

describe("a TypeScript program", () => {
  const source = `import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
const { values } = parseArgs({ options: { "user-params": { type: "string" }, "tool-params": { type: "string" } } });
console.log("log");
console.log("tool_output", JSON.stringify([values, import.meta.main, process.argv[1] === fileURLToPath(import.meta.url), process.execArgv]));
`;
  const contract = { ...openContract("typescript"), protocol: "program" as const };

  test("is the main module, with its flags", async () => {
    const folder = await folderWith({ "tool.ts": source });
    const parameters = { tool: { a: "x".repeat(200_000) } };
    expect(JSON.parse(await resultOf(folder, { contract, ...parameters }))).toEqual([
      { "user-params": "{}", "tool-params": JSON.stringify(parameters.tool) },
      true,
      true,
      [],
    ]);
  });

  test("gives the same as by hand, errors included", async () => {
    const folder = await folderWith({
      "tool.ts": `${source}process.stdout.write("x");\nthrow new TypeError("late");\n`,
    });
    const [hand, studio] = [await byHand(folder), await call(folder, { contract })];
    expect([studio.stdout, studio.stderr, studio.outcome.exitCode]).toEqual([hand.stdout, hand.stderr, hand.status]);
  });
});

test("the contract of a TypeScript tool is that of its zod", async () => {
  const folder = await typescriptTool("  return 1;", {
    user: "apiKey: z.string().meta({ format: 'password' })",
    tool: 'op: z.enum(["+", "-"]).describe("operator"), n: z.int().optional(), when: z.date()',
  });
  const contract = await readContract(folder, {});
  expect(contract).toMatchObject({
    readFrom: "import",
    protocol: "function",
    outputKey: "tool_output",
    description: "A tool made for a test.",
    problem: null,
  });
  expect(contract.toolParameters).toMatchObject({
    properties: { op: { type: "string", enum: ["+", "-"], description: "operator" }, n: { type: "integer" }, when: {} },
  });
  expect(contract.userParameters).toMatchObject({
    properties: { apiKey: { format: "password" } },
    required: ["apiKey"],
  });
});

test("one that cannot be imported is read from its source, with the reason", async () => {
  const source = '/** Does it. */\nimport "not-there";\nexport const OUTPUT_KEY = "out";\n';
  const contract = await readContract(await folderWith({ "tool.ts": source }), {});
  expect(contract).toMatchObject({
    readFrom: "source",
    protocol: "program",
    description: "Does it.",
    outputKey: "out",
  });
  expect(contract.problem).toContain("Cannot find package 'not-there'");
});

test("one whose main block has no guard is a program", async () => {
  const source =
    'import { z } from "zod";\nexport const ToolParameters = z.object({});\nexport function runTool() { return 1; }\nif (process.argv.length < 4) throw new Error("flags!");\n';
  expect(await readContract(await folderWith({ "tool.ts": source }), {})).toMatchObject({
    protocol: "program",
    problem: "tool.ts could not be imported: Error: flags!.",
  });
});
