import { describe, expect, it } from "vitest";
import { editorLanguage, pathProblem, toPathTree } from "./file-path.ts";

describe("pathProblem", () => {
  it.each([
    ["", "empty"],
    ["lib/", "empty"],
    ["../up.py", "outside"],
    ["/etc/passwd", "outside"],
    ["a//b", "outside"],
    ["a\\b", "outside"],
    ["TOOL.py", "taken"],
    ["lib/calc.py", null],
    ["환불.py", null],
  ])("%j is %s", (path, problem) => {
    expect(pathProblem(path, ["tool.py"])).toBe(problem);
  });
});

it("colours what it does not know as plain text", () => {
  expect([editorLanguage("tool.py"), editorLanguage("Makefile"), editorLanguage("a.JSON")]).toEqual([
    "python",
    "plaintext",
    "json",
  ]);
});

it("puts folders before files", () => {
  const tree = toPathTree([{ path: "a.py" }, { path: "z/b.py" }, { path: "z/a/c.py" }]);
  expect(tree.map(({ name }) => name)).toEqual(["z", "a.py"]);
  expect(tree[0]?.children.map(({ name }) => name)).toEqual(["a", "b.py"]);
});
