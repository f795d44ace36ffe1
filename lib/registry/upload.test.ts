import { describe, expect, it } from "vitest";
import { checkEntry, findTools, toToolName } from "./upload.ts";

const file = (path: string) => ({ path, content: new Uint8Array() });
const found = (paths: string[], name = "given") =>
  findTools(paths.map(file), name).map((tool) => [tool.title, tool.files.map(({ path }) => path)]);

describe("findTools", () => {
  it("takes a single tool under the given name, wherever it lies", () => {
    expect(found(["tool.py", "calc.py"])).toEqual([["given", ["tool.py", "calc.py"]]]);
    expect(found(["a/b/tool.ts", "a/b/lib/x.ts", "readme.md"], "")).toEqual([["b", ["tool.ts", "lib/x.ts"]]]);
  });

  it("takes every folder with an entry file, and none inside another tool", () => {
    const paths = ["t/calc/tool.py", "t/calc/examples/tool.py", "t/날짜/tool.ts", "workflow_template.json"];
    expect(found(paths)).toEqual([
      ["calc", ["tool.py", "examples/tool.py"]],
      ["날짜", ["tool.ts"]],
    ]);
  });

  it("says what is missing when there is no entry file", () => {
    expect(() => found(["main.py"])).toThrow('No tool.py or tool.ts among the one file "main.py"');
  });

  it("refuses a path that leads out of the tool", () => {
    expect(() => found(["tool.py", "../x.py"])).toThrow('"../x.py" leads out');
  });
});

describe("checkEntry", () => {
  const check = (paths: string[]) => () => checkEntry({ name: "made", files: paths.map(file) });

  it("wants one entry file at the top", () => {
    expect(check(["tool.py", "lib/tool.ts"])).not.toThrow();
    expect(check(["tool.py", "tool.ts"])).toThrow('"made" has both tool.py and tool.ts');
    expect(check(["lib/tool.py"])).toThrow('"made" has neither tool.py nor tool.ts');
  });
});

describe("toToolName", () => {
  it.each([
    ["My Tool.zip", "My_Tool"],
    ["환불 조회", "환불_조회"],
    ["__private", "private"],
    ["a/b", "a_b"],
    ["x".repeat(80), "x".repeat(64)],
  ])("makes %s into %s", (raw, name) => expect(toToolName(raw)).toBe(name));

  it("refuses a name with nothing legal in it", () => {
    expect(() => toToolName("🧨")).toThrow('"🧨" cannot be a tool\'s name');
  });
});
