import { describe, expect, it } from "vitest";
import { readAnswer, toForm } from "./create-request.ts";

describe("toForm", () => {
  it("sends the paths beside the files, in the same order", () => {
    const files = ["tool.py", "lib/tool.py"].map((path) => ({ path, file: new File([path], "tool.py") }));
    const form = toForm({ name: "twice", picked: { kind: "folder", name: "twice", files } });
    expect(form.get("paths")).toBe('["tool.py","lib/tool.py"]');
    expect(form.getAll("files")).toHaveLength(2);
    expect(form.has("template")).toBe(false);
  });

  it("sends a template as a name", () => {
    expect([...toForm({ name: "a", template: "python" }).entries()]).toEqual([
      ["name", "a"],
      ["template", "python"],
    ]);
  });
});

describe("readAnswer", () => {
  it("takes tools and problems from a 201", () => {
    const body = { tools: [{ name: "a" }], problems: [{ path: "b", message: "No." }] };
    expect(readAnswer(201, JSON.stringify(body))).toEqual({ ok: true, ...body });
  });

  it("takes the sentence from a refusal", () => {
    const text = '{"error":{"code":"conflict","message":"There is a tool named \\"a\\"."}}';
    expect(readAnswer(409, text)).toEqual({ ok: false, code: "conflict", message: 'There is a tool named "a".' });
  });

  it("does not trust a page that a proxy answered with", () => {
    expect(readAnswer(413, "<html>Too large</html>")).toEqual({ ok: false, code: "unreadable", message: null });
  });
});
