import { describe, expect, test } from "vitest";
import { readContract } from "#lib/tools/contract.ts";
import { byHand, call, folderWith, pythonTool, typescriptTool } from "./fixture.ts";

/** Calls a tool with the contract that it has itself. */
async function callExactly(folder: string, parameters: { user?: object; tool?: object | string }) {
  return call(folder, { ...parameters, contract: await readContract(folder, {}) });
}

const evenOnly = {
  head: "from pydantic import field_validator",
  tool: "x: int\n@field_validator('x')\n@classmethod\ndef check(cls, v):\n    if v % 2:\n        raise ValueError(f'{v} is odd')\n    return v",
};

describe("the tool's own models are the judge of its arguments", () => {
  test.each([
    ["a number as text", { tool: "x: int" }, { x: "7" }, "`x` must be an integer"],
    ["a yes as text", { tool: "x: bool" }, { x: "yes" }, "`x` must be a boolean"],
    [
      "another name",
      {
        head: "from pydantic import ConfigDict",
        tool: "model_config = ConfigDict(populate_by_name=True)\nx: str = Field(alias='ex')",
      },
      { x: "a" },
      "`ex` is required",
    ],
    [
      "what a validator makes of it",
      {
        head: "from pydantic import field_validator",
        tool: "x: list[str]\n@field_validator('x', mode='before')\n@classmethod\ndef split(cls, v):\n    return v.split(',')",
      },
      { x: "a,b" },
      "`x` must be an array",
    ],
  ])("%s is what it is by hand, with a warning", async (_, parts, tool, complaint) => {
    const folder = await pythonTool("return repr(args.x)", parts);
    const { outcome, stdout } = await callExactly(folder, { tool });
    expect(stdout).toBe((await byHand(folder, { tool })).stdout);
    expect(outcome).toMatchObject({
      type: "tool.returned",
      warnings: [expect.stringContaining(`The tool took what its schema refuses: ${complaint}`)],
    });
  });

  test("what it refuses is one sentence with the path, and no traceback", async () => {
    const { outcome, stderr } = await callExactly(await pythonTool("return 1", { tool: "x: int" }), {
      tool: { x: "a" },
    });
    expect([outcome.modelResult, stderr]).toEqual(['`x` must be an integer, not "a".', ""]);
    expect(outcome).toMatchObject({ type: "tool.failed", code: "invalid_input", exitCode: 1 });
  });

  test("so is what only a validator refuses", async () => {
    const { outcome, stderr } = await callExactly(await pythonTool("return 1", evenOnly), { tool: { x: 3 } });
    expect([outcome.modelResult, stderr]).toEqual(["ToolParameters at `x`: 3 is odd.", ""]);
    expect(outcome).toMatchObject({ type: "tool.failed", code: "invalid_input" });
  });

  test("of a configuration that a validator refuses, the model hears nothing", async () => {
    const user = "api_key: str\n@field_validator('api_key')\n@classmethod\ndef check(cls, v):\n    raise ValueError(v)";
    const folder = await pythonTool("return 1", { head: evenOnly.head, user });
    const { outcome, events } = await callExactly(folder, { user: { api_key: "CANARY-refused" } });
    expect(outcome).toMatchObject({ code: "invalid_input", message: "UserParameters at `api_key`: [redacted]." });
    expect(outcome.modelResult).toBe("The tool is not configured correctly; a person has to change its configuration.");
    expect(JSON.stringify(events)).not.toContain("CANARY");
  });

  test("a tool without models that fails on arguments its schema refuses says the schema's sentence", async () => {
    const main = "print(OUTPUT_KEY, 2 * json.loads(given.tool_params)['x'])";
    const { outcome } = await callExactly(await pythonTool("pass", { tool: "x: int", main }), { tool: {} });
    expect(outcome).toMatchObject({ code: "invalid_input", message: "`x` is required." });
  });

  test("a zod that converts takes what it converts", async () => {
    const folder = await typescriptTool("  return args.x + 1;", { tool: "x: z.coerce.number()" });
    const { outcome } = await callExactly(folder, { tool: { x: "5" } });
    expect(outcome).toMatchObject({ type: "tool.returned", result: "6" });
  });
});

describe("an integer beyond 2^53 in TypeScript", () => {
  const tool = '{"x": 9007199254740993}';

  test("reaches a tool that takes it with every digit", async () => {
    const folder = await typescriptTool("  return { text: String(args.x), ...args };", { tool: "x: z.any()" });
    const { outcome } = await callExactly(folder, { tool });
    expect(outcome).toMatchObject({ result: '{"text":"9007199254740993","x":9007199254740993}' });
  });

  test("is refused where a number would lose some", async () => {
    const { outcome } = await callExactly(await typescriptTool("  return args.x;", { tool: "x: z.number()" }), {
      tool,
    });
    expect(outcome.modelResult).toBe(
      "ToolParameters at `x`: it has more digits than a JavaScript number keeps; send it as text.",
    );
  });
});

test("a file without OUTPUT_KEY gives all of its standard output, and a warning", async () => {
  const { outcome } = await callExactly(await folderWith({ "tool.py": "print('a')\nprint('b')\n" }), {});
  expect(outcome).toMatchObject({
    result: "a\nb",
    warnings: ["tool.py has no OUTPUT_KEY, so all of its standard output was taken for the result."],
  });
});
