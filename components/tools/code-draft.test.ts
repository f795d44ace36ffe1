import { describe, expect, it } from "vitest";
import {
  beginDraft,
  deleteFile,
  draftChanges,
  draftFiles,
  isBehind,
  isDirty,
  meetVersion,
  rebase,
  renameFile,
  settleSave,
  writeFile,
} from "./code-draft.ts";

const file = (path: string, text: string | null) => ({ path, bytes: text?.length ?? 9, text });
const v1 = { versionId: "tv_1", files: [file("tool.py", "A1"), file("icon.png", null)] };
const states = (draft: Parameters<typeof draftFiles>[0]) =>
  Object.fromEntries(draftFiles(draft).map(({ path, state }) => [path, state]));

describe("a draft", () => {
  it("has no edit once the text is the saved one again", () => {
    const edited = writeFile(beginDraft(v1), { path: "tool.py", text: "A2" });
    expect(isDirty(edited)).toBe(true);
    expect(isDirty(writeFile(edited, { path: "tool.py", text: "A1" }))).toBe(false);
  });

  it("adds, renames and deletes", () => {
    let draft = writeFile(beginDraft(v1), { path: "calc.py", text: "x" });
    draft = renameFile(draft, { from: "calc.py", to: "lib/calc.py" });
    draft = renameFile(draft, { from: "tool.py", to: "old.py" });
    draft = deleteFile(draft, "icon.png");
    expect(states(draft)).toEqual({
      "icon.png": "deleted",
      "lib/calc.py": "new",
      "old.py": "new",
      "tool.py": "deleted",
    });
    expect(draftChanges(draft)).toHaveLength(4);
  });

  it("does not rename what it cannot read", () => {
    expect(states(renameFile(beginDraft(v1), { from: "icon.png", to: "a.png" }))).toEqual({
      "icon.png": "same",
      "tool.py": "same",
    });
  });
});

describe("saving", () => {
  it("keeps what was written while the save was on its way", () => {
    const sent = writeFile(beginDraft(v1), { path: "tool.py", text: "A2" });
    const typedOn = writeFile(sent, { path: "tool.py", text: "A3" });
    const settled = settleSave(typedOn, draftChanges(sent));
    expect(draftChanges(settled)).toEqual([{ path: "tool.py", text: "A3" }]);
    const next = meetVersion(settled, { versionId: "tv_2", files: [file("tool.py", "A2"), file("icon.png", null)] });
    expect(next).toMatchObject({ base: "tv_2", phase: "editing", edits: { "tool.py": "A3" } });
  });

  it("shows the saved text before the new version arrives", () => {
    const sent = writeFile(beginDraft(v1), { path: "tool.py", text: "A2" });
    const settled = settleSave(sent, draftChanges(sent));
    expect(isDirty(settled)).toBe(false);
    expect(draftFiles(settled).find(({ path }) => path === "tool.py")?.text).toBe("A2");
  });
});

describe("a version that somebody else saved", () => {
  const v2 = { versionId: "tv_2", files: [file("tool.py", "B"), file("new.py", "")] };

  it("replaces a draft without edits", () => {
    expect(states(meetVersion(beginDraft(v1), v2))).toEqual({ "new.py": "same", "tool.py": "same" });
  });

  it("leaves edits on their base until the writer decides", () => {
    const edited = writeFile(beginDraft(v1), { path: "tool.py", text: "A2" });
    const met = meetVersion(edited, v2);
    expect(met).toEqual(edited);
    expect(isBehind(met, v2)).toBe(true);
    expect(rebase(met, v2)).toMatchObject({ base: "tv_2", edits: { "tool.py": "A2" } });
  });

  it("takes over an edit that is the same as theirs", () => {
    const edited = writeFile(beginDraft(v1), { path: "tool.py", text: "B" });
    expect(isDirty(meetVersion(edited, v2))).toBe(false);
  });
});
