import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { ToolDetail } from "#lib/registry/schema.ts";
import type { FileChange } from "./code-draft.ts";
import { CodeTab } from "./code-tab.tsx";

let number = 0;

/** A tool of its own for each test: drafts outlive a page on purpose. */
function tool(text: string, over: Partial<ToolDetail> = {}): ToolDetail {
  number += 1;
  return {
    id: `tool_${number}`,
    name: `tool_${number}`,
    versionId: `tv_${number}`,
    versionNumber: 1,
    builtin: false,
    contract: { entry: "tool.py", problem: null, readFrom: "import" },
    files: [
      { path: "tool.py", bytes: text.length, text },
      { path: "requirements.txt", bytes: 8, text: "pydantic" },
    ],
    ...over,
  } as ToolDetail;
}

type Saved = { base: string; changes: FileChange[] };

function open(shown: ToolDetail, saves: Saved[] = [], refusal?: string) {
  const page = (of: ToolDetail) => (
    <CodeTab
      tool={of}
      access={of.builtin ? "read" : "write"}
      onSave={async (save) => {
        saves.push(save);
        if (refusal) return { ok: false, error: { code: "conflict", message: refusal } };
        return { ok: true, value: { versionNumber: 2 } };
      }}
      onChanged={() => {}}
      onDuplicate={async () => ({ ok: true, value: { name: "copy_2" } })}
    />
  );
  const app = renderApp(page(shown));
  return { ...app, turnTo: (other: ToolDetail) => app.show(page(other)) };
}

const editor = () => screen.getByLabelText<HTMLTextAreaElement>(/^Text of/);
const type = (text: string) => fireEvent.change(editor(), { target: { value: text } });
const save = () => act(async () => fireEvent.click(screen.getByRole("button", { name: /^Save/ })));

afterEach(cleanup);

describe("drafts", () => {
  it("never shows or saves one tool's text in another (F18)", async () => {
    const saves: Saved[] = [];
    const [a, b] = [tool("A1"), tool("B1")];
    const { turnTo } = open(a, saves);
    type("A2");
    turnTo(b);
    expect(editor().value).toBe("B1");
    type("B2");
    await save();
    expect(saves).toEqual([{ base: b.versionId, changes: [{ path: "tool.py", text: "B2" }] }]);
    turnTo(a);
    expect(editor().value).toBe("A2");
  });

  it("asks before the window closes while there are edits", () => {
    open(tool("A1"));
    const leaving = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    type("A2");
    expect(leaving()).toBe(false);
    type("A1");
    // Other tests' drafts keep asking too, so that only the button tells about this one.
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Save/ }).disabled).toBe(true);
  });
});

describe("saving", () => {
  it("takes all files at once with ⌘S", async () => {
    const saves: Saved[] = [];
    open(tool("A1"), saves);
    type("A2");
    fireEvent.click(screen.getByRole("button", { name: "requirements.txt" }));
    type("zod");
    await act(async () => fireEvent.keyDown(document.body, { key: "s", metaKey: true }));
    expect(saves[0]?.changes).toEqual([
      { path: "tool.py", text: "A2" },
      { path: "requirements.txt", text: "zod" },
    ]);
  });

  it("says why a save was refused and keeps the edits", async () => {
    open(tool("A1"), [], "Somebody saved version 3; look at it first.");
    type("A2");
    await save();
    expect(screen.getByRole("alert").textContent).toContain("Somebody saved version 3");
    expect(editor().value).toBe("A2");
  });

  it("lets the writer decide when somebody saved in between", () => {
    const begun = tool("A1");
    const { turnTo } = open(begun);
    type("A2");
    turnTo({
      ...begun,
      versionId: "tv_later",
      versionNumber: 2,
      files: [{ path: "tool.py", bytes: 5, text: "theirs" }],
    });
    expect(editor().value).toBe("A2");
    fireEvent.click(screen.getByRole("button", { name: "Discard my edits" }));
    expect(editor().value).toBe("theirs");
  });
});

describe("files", () => {
  it("adds a file at a path inside the folder only", () => {
    open(tool("A1"));
    fireEvent.click(screen.getByRole("button", { name: "Add a file" }));
    const path = screen.getByRole("textbox", { name: "Path of the file" });
    fireEvent.change(path, { target: { value: "../evil.py" } });
    fireEvent.keyDown(path, { key: "Enter" });
    expect(screen.getByRole("alert").textContent).toContain("inside the tool’s folder");
    fireEvent.change(path, { target: { value: "lib/calc.py" } });
    fireEvent.keyDown(path, { key: "Enter" });
    expect(screen.getByRole("button", { name: /^calc\.py/ })).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: "Path of the file" })).toBeNull();
  });

  it("takes no Enter that ends a Korean syllable", () => {
    open(tool("A1"));
    fireEvent.click(screen.getByRole("button", { name: "Add a file" }));
    const path = screen.getByRole("textbox", { name: "Path of the file" });
    fireEvent.change(path, { target: { value: "환불.py" } });
    fireEvent.keyDown(path, { key: "Enter", isComposing: true });
    expect(screen.queryByRole("button", { name: /^환불\.py/ })).toBeNull();
  });
});

it("offers a copy of a built-in tool, which cannot be changed", async () => {
  const { visited } = open(tool("A1", { builtin: true }));
  expect(editor().readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: /^Save/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Duplicate to edit" }));
  await waitFor(() => expect(visited).toEqual(["/tools/copy_2?tab=code"]));
});
