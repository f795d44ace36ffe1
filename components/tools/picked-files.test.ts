import { describe, expect, it } from "vitest";
import { describePicked, fromFolderInput, suggestName } from "./picked-files.ts";

function file(path: string, text = "x"): File {
  const made = new File([text], path.slice(path.lastIndexOf("/") + 1));
  Object.defineProperty(made, "webkitRelativePath", { value: path });
  return made;
}

describe("fromFolderInput", () => {
  it("names the tool after the folder and puts the paths below it", () => {
    const picked = fromFolderInput([file("my tool/tool.py"), file("my tool/data/a.csv")]);
    expect(picked).toMatchObject({
      kind: "folder",
      name: "my_tool",
      files: [{ path: "tool.py" }, { path: "data/a.csv" }],
    });
  });

  it("leaves out what running a tool made, before anything is sent", () => {
    const picked = fromFolderInput([
      file("t/tool.ts"),
      file("t/node_modules/zod/index.js"),
      file("t/__pycache__/a.pyc"),
      file("t/b.pyc"),
    ]);
    expect(picked && describePicked(picked)).toEqual({ count: 1, bytes: 1, entries: ["tool.ts"] });
  });

  it("is nothing without a file", () => {
    expect(fromFolderInput([])).toBeNull();
  });
});

describe("suggestName", () => {
  it.each([
    ["환불 정책", "환불_정책"],
    ["  .hidden", "hidden"],
    ["a/b\\c", "a_b_c"],
    ["***", ""],
  ])("makes %j into %j", (raw, name) => {
    expect(suggestName(raw)).toBe(name);
  });
});
