import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { CodeEditor } from "./code-editor.tsx";

afterEach(cleanup);

/** Two tools behind one editor; what was typed is kept for the file it was typed in. */
function Tools({ open, onDrafts }: { open: "a" | "b"; onDrafts: (drafts: Record<string, string>) => void }) {
  const [drafts, setDrafts] = useState<Record<string, string>>({ "a/tool.py": "A1", "b/tool.py": "B1" });
  onDrafts(drafts);
  return (
    <CodeEditor
      path={`${open}/tool.py`}
      language="python"
      label="tool.py"
      value={drafts[`${open}/tool.py`] ?? ""}
      onChange={(text, path) => setDrafts((before) => ({ ...before, [path]: text }))}
    />
  );
}

test("the text of one tool never reaches another", () => {
  let drafts: Record<string, string> = {};
  const keep = (next: Record<string, string>) => {
    drafts = next;
  };
  const { rerender } = render(<Tools open="a" onDrafts={keep} />);
  const editor = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "tool.py" });
  fireEvent.change(editor(), { target: { value: "A2" } });
  rerender(<Tools open="b" onDrafts={keep} />);
  expect(editor().value).toBe("B1");
  expect(drafts).toEqual({ "a/tool.py": "A2", "b/tool.py": "B1" });
  rerender(<Tools open="a" onDrafts={keep} />);
  expect(editor().value).toBe("A2");
});
