import { describe, expect, test } from "vitest";
import { type ToolContract, ToolSettings } from "#lib/tools/schema.ts";
import { fixFile } from "./fix-file.ts";
import { lint } from "./lint.ts";

function contractOf(properties: object, more: Partial<ToolContract> = {}): ToolContract {
  return {
    language: "python",
    entry: "tool.py",
    description: "Does it.",
    userParameters: { type: "object" },
    toolParameters: { type: "object", properties },
    outputKey: null,
    protocol: "program",
    readFrom: "import",
    problem: null,
    settings: ToolSettings.parse({}),
    ...more,
  };
}

function codes(properties: object): string[] {
  return lint(contractOf(properties)).map(({ code, path }) => `${code} ${path}`);
}

const text = (description: string) => ({ type: "string", description });
const number = (description: string) => ({ type: "number", description });

test("a tool that is well described has nothing against it", () => {
  expect(
    codes({
      a: number("The first number."),
      timeout: number("Seconds to wait."),
      timeout_ms: { anyOf: [{ type: "integer" }, { type: "null" }], description: "How long to wait." },
      mode: { enum: ["fast", "deep"], description: 'One of "fast" and "deep".' },
      max_tokens: { type: "integer", description: "Tokens of the answer." },
      path: text('Path of the file, such as "a.csv" or "b.csv".'),
      output: text("Format of the output (e.g. json, yaml, wide)."),
    }),
  ).toEqual([]);
});

test.each<[string, object, string[]]>([
  ["no description", { a_b: { type: "string" } }, ["no_description a_b"]],
  ["a vague name", { data: text("The data.") }, ["vague_name data"]],
  ["no unit", { maxDelay: number("How long to wait.") }, ["no_unit maxDelay"]],
  ["a secret", { api_key: text("Key of the service.") }, ["secret_parameter api_key"]],
  ["a free text", { fmt: text("Format; one of json, yaml or csv.") }, ["free_string fmt"]],
  ["quoted choices", { fmt: text("Must be 'a' or 'b', in small letters.") }, ["free_string fmt"]],
  ["choices with bars", { fmt: text("Output format: json|yaml|csv") }, ["free_string fmt"]],
  [
    "parameters inside of others, once for each definition",
    {
      list: { type: "array", description: "Some of them.", items: { $ref: "#/properties/one" } },
      one: { type: "object", description: "One of them all.", properties: { size: number("How large.") } },
    },
    ["no_unit list[].size", "no_unit one.size"],
  ],
])("%s", (_, properties, expected) => {
  expect(codes(properties)).toEqual(expected);
});

test("what is about the tool", () => {
  const settings = ToolSettings.parse({ resultCharacters: 50_000 });
  const found = lint(contractOf({}, { description: "", settings }));
  expect(found).toEqual([
    { code: "no_description", path: "", params: {} },
    {
      code: "long_result",
      path: "",
      params: { characters: 50_000, most: 20_000 },
      fix: { file: "config.json", kind: "result_characters", value: 20_000 },
    },
  ]);
  expect(lint(contractOf({}, { description: "x".repeat(2000) }))[0]?.params).toEqual({ characters: 2000, most: 1024 });
});

describe("fixes", () => {
  const [finding] = lint(contractOf({ fmt: text("One of json, yaml.") }));
  const fix = finding?.fix;
  const fixed = (path: string, source: string) => fix && fixFile(fix, { path, text: source });

  test("a free text of Python becomes a Literal, imported", () => {
    const source =
      'from typing import Optional\nclass UserParameters(BaseModel):\n    fmt: str\n\nclass ToolParameters(BaseModel):\n    other: str\n    fmt: Optional[str] = Field(description="str")\n\nfmt: str\n';
    expect(fixed("tool.py", source)).toBe(
      source
        .replace("import Optional", "import Literal, Optional")
        .replace("Optional[str]", 'Optional[Literal["json", "yaml"]]'),
    );
    expect(fixed("tool.py", '"""Doc."""\nimport json\nclass ToolParameters(B):\n    fmt: str\n')).toBe(
      '"""Doc."""\nfrom typing import Literal\nimport json\nclass ToolParameters(B):\n    fmt: Literal["json", "yaml"]\n',
    );
  });

  test("a free text of TypeScript becomes an enum, where nothing else is asked of it", () => {
    const source = (kind: string) =>
      `export const ToolParameters = z.object({\n  fmt: z.${kind}.optional().describe("x"),\n});\n`;
    expect(fixed("tool.ts", source("string()"))).toBe(source('enum(["json", "yaml"])'));
    expect(fixed("tool.ts", source("string().min(3)"))).toBeNull();
    expect(fixed("tool.ts", "export const ToolParameters = Other;")).toBeNull();
  });

  test("config.json gets the length of results, and keeps the rest", () => {
    const long = { file: "config.json", kind: "result_characters", value: 20_000 } as const;
    const config = (text: string) => fixFile(long, { path: "config.json", text });
    expect(config("")).toBe('{\n  "resultCharacters": 20000\n}\n');
    expect(JSON.parse(config('{"cwd":"tool","resultCharacters":90000}') ?? "")).toEqual({
      cwd: "tool",
      resultCharacters: 20_000,
    });
    expect(config("{")).toBeNull();
  });
});
