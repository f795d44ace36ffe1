import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { openForm } from "./open-form.test-support.tsx";
import { anySchema, anyValue } from "./schemas.test-support.ts";

afterEach(cleanup);

const object = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const last = (form: ReturnType<typeof openForm>) => {
  form.act(["submit"]);
  return JSON.parse(form.sent.at(-1) ?? "null");
};

test("an optional text is left out when blank, and sent as empty text only when set", () => {
  const form = openForm({ schema: object({ note: { type: "string", default: "hi" } }) });
  expect(form.box("note").placeholder).toBe("not sent; the tool uses hi");
  expect(last(form)).toEqual({});
  form.act(["press", "Set note"]);
  expect(last(form)).toEqual({ note: "hi" });
  form.act(["clear", "note"]);
  expect(last(form)).toEqual({});
});

test("null, a value and not sent are three states, and what was typed comes back", () => {
  const form = openForm({ schema: object({ by: { anyOf: [{ type: "string" }, { type: "null" }], default: null } }) });
  const pick = (name: string) => fireEvent.click(within(form.row("by")).getByRole("radio", { name }));
  form.act(["type", "by", "reason"]);
  pick("null");
  expect(last(form)).toEqual({ by: null });
  pick("value");
  expect(last(form)).toEqual({ by: "reason" });
  pick("not sent");
  expect(last(form)).toEqual({});
});

test("a form that lacks something says so at the field only when it is tried, and Run always knows why", () => {
  const form = openForm({ schema: object({ count: { type: "integer", minimum: 1 } }, ["count"]) });
  expect(form.model.issues).toMatchObject([{ path: "/count", code: "required" }]);
  expect(screen.queryByText("This is required.")).toBeNull();
  form.act(["submit"]);
  expect(screen.getByText("This is required.")).toBeTruthy();
  expect(form.box("count").getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(form.box("count"), { target: { value: "0" } });
  fireEvent.blur(form.box("count"));
  const problem = screen.getByText("This must be at least 1.");
  expect(form.box("count").getAttribute("aria-describedby")).toContain(problem.id);
  form.act(["type", "count", "two"]);
  expect(screen.getByText("This must be a whole number.")).toBeTruthy();
  expect(form.sent).toEqual([]);
});

test("lists are added to, taken from and moved, and items keep their place on the screen", () => {
  const form = openForm({ schema: object({ tags: { type: "array", items: { type: "string" }, maxItems: 3 } }) });
  for (const [index, tag] of ["a", "b", "c"].entries()) {
    form.act(["add", "tags"]);
    form.act(["type", `tags/${index}`, tag]);
  }
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add item to tags" }).disabled).toBe(true);
  fireEvent.keyDown(screen.getByRole("button", { name: "Move tags 2" }), { key: "ArrowUp" });
  expect(last(form)).toEqual({ tags: ["a", "c", "b"] });
  const kept = form.box("tags/2");
  form.act(["press", "Remove tags 0"]);
  expect(last(form)).toEqual({ tags: ["c", "b"] });
  expect(form.box("tags/1")).toBe(kept);
  form.act(["press", "Leave out tags"]);
  expect(last(form)).toEqual({});
});

test("a union keeps what was typed in each of its shapes", () => {
  const step = {
    oneOf: [
      object({ kind: { const: "wait" }, ms: { type: "number" } }, ["kind", "ms"]),
      object({ kind: { const: "go" }, to: { type: "string" } }, ["kind", "to"]),
    ],
  };
  const form = openForm({ schema: object({ step }, ["step"]) });
  form.act(["choose", "step", "wait"]);
  form.act(["type", "step/ms", "5"]);
  form.act(["choose", "step", "go"]);
  form.act(["type", "step/to", "x"]);
  expect(last(form)).toEqual({ step: { kind: "go", to: "x" } });
  form.act(["choose", "step", "wait"]);
  expect(last(form)).toEqual({ step: { kind: "wait", ms: 5 } });
});

test("a union of scalars takes what is typed, and nothing when it is cleared", () => {
  const form = openForm({
    schema: object({ price: { anyOf: [{ type: "number" }, { type: "string", pattern: "^\\d+\\.\\d+$" }] } }),
  });
  form.act(["type", "price", "19.90"]);
  expect(last(form)).toEqual({ price: "19.90" });
  form.act(["clear", "price"]);
  expect(last(form)).toEqual({});
});

test("maps take names of a person's choosing, and no name twice", () => {
  const form = openForm({
    schema: object({ env: { type: "object", additionalProperties: { type: "string" } } }, ["env"]),
  });
  form.act(["press", "Add entry"]);
  const name = screen.getByRole("textbox", { name: "Name of the entry name" });
  fireEvent.change(name, { target: { value: "__proto__" } });
  fireEvent.change(screen.getByRole("textbox", { name: "__proto__" }), { target: { value: "/bin" } });
  form.act(["press", "Add entry"]);
  fireEvent.change(screen.getByRole("textbox", { name: "Name of the entry name" }), { target: { value: "__proto__" } });
  expect(screen.getByText("There is already an entry named __proto__.")).toBeTruthy();
  expect(form.model.text).toBe('{"env":{"__proto__":"/bin","name":""}}');
});

test("what the schema does not know is kept, shown, and can be taken out", () => {
  const form = openForm({ schema: object({ a: { type: "string" } }), text: '{"a":"x","more":{"n":9007199254740993}}' });
  expect(within(form.row("more")).getByText("not in the schema")).toBeTruthy();
  form.act(["submit"]);
  expect(form.sent).toEqual(['{"a":"x","more":{"n":9007199254740993}}']);
  form.act(["press", "Remove more"]);
  expect(last(form)).toEqual({ a: "x" });
});

test("a value that does not fit its field is shown as JSON, with what is wrong", () => {
  const form = openForm({ schema: object({ size: { type: "integer" } }), text: '{"size":["1"]}' });
  expect(form.box("size").value).toBe('[\n  "1"\n]');
  expect(within(form.row("size")).getByText("This must be a whole number.")).toBeTruthy();
  form.act(["type", "size", "7"]);
  expect(form.box("size").tagName).toBe("INPUT");
  expect(last(form)).toEqual({ size: 7 });
});

describe("JSON", () => {
  test("pasted JSON fills the form; broken JSON keeps its text and says where", () => {
    const form = openForm({ schema: object({ a: { type: "string" }, b: { type: "integer" } }, ["a"]) });
    form.show("json");
    const editor = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "ToolParameters" });
    expect(editor.value).toBe('{\n  "a": ""\n}');
    fireEvent.change(editor, { target: { value: '{"a": "x", "b": }' } });
    expect(screen.getByText(/line 1, column 17/)).toBeTruthy();
    form.show("form");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "ToolParameters" }).value).toBe(
      '{"a": "x", "b": }',
    );
    fireEvent.change(editor, { target: { value: '{"a": "x", "b": 9007199254740993}' } });
    expect(form.box("b").value).toBe("9007199254740993");
    expect(form.model.text).toBe('{"a":"x","b":9007199254740993}');
  });

  test("in JSON nothing is added to what is written", () => {
    const form = openForm({ schema: object({ a: { type: "string" } }, ["a"]) });
    form.show("json");
    fireEvent.change(screen.getByRole("textbox", { name: "ToolParameters" }), { target: { value: "{}" } });
    expect(form.model.issues).toMatchObject([{ path: "/a", code: "required" }]);
  });

  test("any value of any schema comes through the form unchanged", () => {
    fc.assert(
      fc.property(anySchema, anyValue, (inner, value) => {
        const schema = object({ value: inner });
        const form = openForm({ schema });
        form.model.write(JSON.stringify({ value }));
        form.show("json");
        form.show("form");
        expect(JSON.parse(form.model.text)).toEqual(JSON.parse(JSON.stringify({ value })));
        cleanup();
      }),
      { numRuns: 40 },
    );
  });
});

describe("secrets", () => {
  const schema = object({ api_key: { type: "string" }, host: { type: "string" } }, ["api_key", "host"]);
  const options = { schema, audience: "user", text: '{"host":"h"}', secretsSet: ["/api_key"] } as const;

  test("a stored one is neither shown nor missing, and stays unless it is replaced", () => {
    const form = openForm(options);
    expect(within(form.row("api_key")).queryByRole("textbox")).toBeNull();
    expect(last(form)).toEqual({ host: "h" });
    form.act(["press", "Replace api_key"]);
    expect(form.box("api_key")).toMatchObject({ type: "password", autocomplete: "new-password" });
    form.act(["type", "api_key", "new"]);
    expect(last(form)).toEqual({ host: "h", api_key: "new" });
    form.act(["press", "Keep the stored api_key"]);
    expect(last(form)).toEqual({ host: "h" });
  });

  test("a cleared one is named apart, and a required one is then missing", () => {
    const form = openForm(options);
    form.act(["press", "Clear api_key"]);
    expect(form.model.cleared).toEqual(["/api_key"]);
    expect(form.model.text).toBe('{"host":"h"}');
    expect(form.model.issues).toMatchObject([{ path: "/api_key", code: "required" }]);
  });

  test("a name makes a secret only among UserParameters", () => {
    expect(openForm({ schema }).box("api_key").tagName).toBe("TEXTAREA");
  });
});

test("typing draws one row again, of two hundred", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`field_${index}`, { type: "string" }]),
  );
  const form = openForm({ schema: object(properties) });
  const before = new Map([...form.container.querySelectorAll("textarea")].map((box) => [box.id, box.className]));
  fireEvent.change(form.box("field_7"), { target: { value: "x" } });
  const changed = [...form.container.querySelectorAll("textarea")].filter(
    (box) => before.get(box.id) !== box.className,
  );
  expect(changed.map(({ value }) => value)).toEqual(["x"]);
});

test("choices that look alike are told apart", () => {
  const form = openForm({ schema: object({ level: { enum: ["1", 1, null, ""] } }) });
  const labels = within(form.row("level"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
  expect(labels).toEqual(["not sent", '"1"', "1", "null", '""']);
  form.act(["choose", "level", "1"]);
  expect(last(form)).toEqual({ level: 1 });
});
