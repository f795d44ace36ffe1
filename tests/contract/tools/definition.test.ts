import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { env } from "#lib/core/env.ts";
import { readContract } from "#lib/tools/contract.ts";
import { defineFunction } from "#lib/tools/definition/define.ts";
import { folderWith, pythonTool, typescriptTool } from "./fixture.ts";

async function definitionOf(folder: string) {
  const { description, toolParameters } = await readContract(folder, {});
  return defineFunction({ name: "tool", description, parameters: toolParameters }).definition;
}

describe("the same tool in Python and TypeScript has the same function definition", () => {
  test("the calculators", async () => {
    const [typescript, python] = await Promise.all([
      definitionOf(path.resolve("tools/calculator")),
      definitionOf(path.resolve("tools/calculator_py")),
    ]);
    expect(typescript).toEqual(python);
    expect(typescript).toMatchObject({ strict: true, parameters: { required: ["a", "b", "op"] } });
  });

  test("models in models, optional and nullable parameters, defaults, lists and tagged unions", async () => {
    const python = await pythonTool("return ''", {
      head: `
from typing import Annotated, List, Union

class Point(BaseModel):
    x: float = Field(description="Metres to the east.")
    label: Optional[str] = None

class Wait(BaseModel):
    kind: Literal["wait"]
    seconds: int = Field(ge=1)

class Go(BaseModel):
    kind: Literal["go"]
    to: Point = Field(description="Where to.")
`,
      tool: `
start: Point
steps: List[Annotated[Union[Wait, Go], Field(discriminator="kind")]] = Field(description="In this order.")
speed: float = Field(default=1.5, description="Metres in a second.")
mode: Optional[Literal["fast", "safe"]] = None
names: List[str] = []
`,
    });
    const typescript = await typescriptTool("return '';", {
      head: `
const Point = z.object({ x: z.number().describe("Metres to the east."), label: z.string().nullable().default(null) });
const Wait = z.object({ kind: z.literal("wait"), seconds: z.int().min(1) });
const Go = z.object({ kind: z.literal("go"), to: Point.describe("Where to.") });
`,
      tool: `
start: Point,
steps: z.array(z.discriminatedUnion("kind", [Wait, Go])).describe("In this order."),
speed: z.number().default(1.5).describe("Metres in a second."),
mode: z.enum(["fast", "safe"]).nullable().default(null),
names: z.array(z.string()).default([]),
`,
    });
    const [one, other] = await Promise.all([definitionOf(python), definitionOf(typescript)]);
    expect(one).toEqual(other);
    expect(one.strict).toBe(true);
  });
});

async function toolroom(args: string[], input = "") {
  const child = spawn(process.execPath, [path.resolve("bin/toolroom.mjs"), ...args], {
    cwd: os.tmpdir(),
    env: { ...process.env, TOOLROOM_DATA: env().data },
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr, code: code as number };
}

async function toolFile(tool: unknown): Promise<string> {
  const file = path.join(await folderWith({}), "tool.json");
  await writeFile(file, JSON.stringify(tool));
  return file;
}

const search = {
  name: "찾기",
  description: "Finds notes.",
  inputSchema: {
    type: "object",
    properties: { id: { type: "integer" }, tags: { type: "array", items: { type: "string" } } },
    required: ["id"],
  },
};

describe("toolroom definition", () => {
  test.each([[search], [{ tool: search, kind: "mcp" }]])("prints what is sent of a tool in a file", async (tool) => {
    const { stdout, stderr, code } = await toolroom(["definition", await toolFile(tool)]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      type: "function",
      name: expect.stringMatching(/^chatgi_[0-9a-f]{6}$/),
      description: "찾기: Finds notes.",
      parameters: {
        type: "object",
        properties: {
          id: { type: "integer" },
          tags: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
        },
        required: ["id", "tags"],
        additionalProperties: false,
      },
      strict: true,
    });
    expect(stderr).toMatch(/^toolroom: name_changed: 찾기 is called chatgi_\w+\.\n$/);
  });

  test("says why a definition is not strict, apart from the definition", async () => {
    const file = await toolFile({
      name: "env",
      inputSchema: { type: "object", properties: { vars: { type: "object" } } },
    });
    const { stdout, stderr, code } = await toolroom(["definition", file]);
    expect([code, JSON.parse(stdout).strict]).toEqual([0, false]);
    expect(stderr).toContain("toolroom: not strict: `vars` takes keys of any name, which strict mode cannot say.");
  });

  test("takes a tool by its name", async () => {
    const { stdout } = await toolroom(["definition", "calculator"]);
    expect(JSON.parse(stdout)).toMatchObject({ name: "calculator", strict: true });
  });

  test.each([
    ["{", "is not JSON"],
    ["[]", "is not a tool"],
    ['{"inputSchema": {}}', "is not a tool"],
  ])("a file with %s is misuse", async (content, message) => {
    const file = path.join(await folderWith({ "tool.json": content }), "tool.json");
    const { stdout, stderr, code } = await toolroom(["definition", file]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

describe("toolroom arguments", () => {
  test.each([
    ['{"id": 12345678901234567890, "tags": null}', '{"id":12345678901234567890}'],
    ['"{\\"id\\": 1.0}"', '{"id":1.0}'],
  ])("prints what the tool would get of %s", async (given, got) => {
    expect(await toolroom(["arguments", await toolFile(search), given])).toEqual({
      stdout: `${got}\n`,
      stderr: "",
      code: 0,
    });
    expect((await toolroom(["arguments", await toolFile(search), "-"], given)).stdout).toBe(`${got}\n`);
  });

  test.each([
    ["", "Invalid arguments: `id` is required.\n"],
    ["-1", "The arguments must be one JSON object, not a number.\n"],
    [
      '{"id": "1", "tags": [2]}',
      'Invalid arguments: `id` must be an integer, not "1"; `tags[0]` must be a text, not 2.\n',
    ],
  ])("ends with 1 and the sentence for the model on %s", async (given, sentence) => {
    const ended = await toolroom(["arguments", await toolFile(search), given]);
    expect(ended).toEqual({ stdout: "", stderr: sentence, code: 1 });
  });

  test("without arguments is misuse", async () => {
    expect(await toolroom(["arguments", "calculator"])).toMatchObject({ code: 2, stdout: "" });
  });
});
