import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { openForm } from "./open-form.test-support.tsx";

afterEach(cleanup);

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const last = (form: ReturnType<typeof openForm>) => {
  form.act(["submit"]);
  return JSON.parse(form.sent.at(-1) ?? "null");
};

test("a schema of which no form would ever be ready is filled in as JSON", () => {
  const nested = Array.from({ length: 60 }).reduce<object>(
    (p) => ({ anyOf: [{ title: "a" }, { title: "b" }], properties: { p } }),
    { type: "string" },
  );
  const form = openForm({ schema: object({ nested }), text: '{"nested":{"p":1}}' });
  expect(form.model.issues).toEqual([]);
  const box = screen.getByRole("textbox", { name: "ToolParameters" });
  fireEvent.change(box, { target: { value: '{"nested": {"p": 2}}' } });
  expect(last(form)).toEqual({ nested: { p: 2 } });
});

test("an entry that was added and left blank is not silently dropped", () => {
  const counts = { type: "object", additionalProperties: { type: "integer" } };
  const form = openForm({ schema: object({ counts }, ["counts"]) });
  form.act(["press", "Add entry"]);
  expect(form.model.issues).toMatchObject([{ path: "/counts/name", code: "required" }]);
  form.act(["press", "Remove name"]);
  expect(last(form)).toEqual({ counts: {} });
});

test("a stored secret of a map is kept, and goes away when it is cleared", () => {
  const keys = { type: "object", additionalProperties: { type: "string", format: "password" } };
  const stored = {
    schema: object({ keys }),
    text: '{"keys":{}}',
    audience: "user",
    secretsSet: ["/keys/main"],
  } as const;
  const form = openForm(stored);
  expect(form.model.issues).toEqual([]);
  form.act(["press", "Clear main"]);
  expect(form.model.issues).toEqual([]);
  expect(form.model.cleared).toEqual(["/keys/main"]);
  expect(last(form)).toEqual({ keys: {} });
});

test("choices have the words that an older MCP server lists beside them", () => {
  const language = { type: "string", enum: ["ko", "en"], enumNames: ["한국어", "English"] };
  const form = openForm({ schema: object({ language, odd: { enum: ["a", "b"], enumNames: ["A"] } }) });
  expect(form.row("language").textContent).toContain("한국어 (ko)");
  expect(form.row("odd").textContent).toContain("ab");
  form.act(["choose", "language", "English (en)"]);
  expect(last(form)).toEqual({ language: "en" });
});

describe("what a form would otherwise have no way to send", () => {
  test("a required member that is not declared, by its own row", () => {
    const form = openForm({ schema: { ...object({ a: { type: "string" } }), required: ["ghost"] } });
    form.act(["type", "ghost", "[1]"]);
    expect(last(form)).toEqual({ ghost: [1] });
    const record = { type: "object", additionalProperties: { type: "integer" }, required: ["x", "y"] };
    const counted = openForm({ schema: object({ record }, ["record"]) });
    counted.act(["type", "record/x", "1"]);
    counted.act(["type", "record/y", "2"]);
    expect(last(counted)).toEqual({ record: { x: 1, y: 2 } });
  });

  test("empty text, where a default would come back", () => {
    const form = openForm({ schema: object({ note: { type: "string", default: "hi" } }) });
    form.act(["type", "note", "x"]);
    form.act(["clear", "note"]);
    expect(last(form)).toEqual({});
    form.act(["press", "Set note"]);
    expect(last(form)).toEqual({ note: "" });
  });

  test("the constant of a shape that is only guessed", () => {
    const shape = (kind: string, more: object) => object({ kind: { const: kind }, ...more }, ["kind"]);
    const schema = { oneOf: [shape("a", { n: { type: "integer" } }), shape("b", {})] };
    const form = openForm({ schema });
    fireEvent.click(screen.getByRole("radio", { name: "a" }));
    expect(last(form)).toEqual({ kind: "a" });
    cleanup();
    const guessed = openForm({
      schema: object({ s: { anyOf: [object({ k: { const: 1 }, x: {} }, ["k"]), { type: "null" }] } }),
    });
    guessed.show("json");
    fireEvent.change(screen.getByRole("textbox"), { target: { value: '{"s":{"x":2}}' } });
    guessed.show("form");
    guessed.act(["press", "Set k"]);
    expect(last(guessed)).toEqual({ s: { x: 2, k: 1 } });
  });
});
