import { act, cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import { pastedModelView } from "#lib/registry/model-view.ts";
import { EXAMPLES } from "./examples.ts";
import { TrySchema } from "./try-schema.tsx";
import type { Define } from "./use-definition.ts";

const CITY = { type: "object", properties: { city: { type: "string", minLength: 2 } }, required: ["city"] };
const BEYOND_DOUBLES = "9007199254740993";

const define: Define = async (tool) => ({ ok: true, value: pastedModelView(tool) });

configure({ asyncUtilTimeout: 10_000 });

let owner = 0;
beforeEach(() => {
  owner += 1;
});
afterEach(cleanup);

function open(as = define) {
  return renderApp(<TrySchema owner={`user_${owner}`} define={as} />);
}

const part = (name: string) => screen.getByRole("region", { name });
const editor = (name: string) => within(part(name)).getByRole<HTMLTextAreaElement>("textbox", { name });
const field = (name: string) => within(part("Form")).getByRole<HTMLInputElement>("textbox", { name });
const write = (name: string, text: string) =>
  act(async () => fireEvent.change(editor(name), { target: { value: text } }));
const paste = (schema: unknown) => write("Schema", JSON.stringify(schema, null, 2));
const fill = (name: string, text: string) =>
  act(async () => fireEvent.change(field(name), { target: { value: text } }));
const sent = () => JSON.parse(editor("Payload").value);
const definition = () => screen.findByRole("region", { name: "As it is sent" });

describe("a schema", () => {
  it("becomes a form, and the form a payload with what is wrong in words", async () => {
    open();
    await paste(CITY);
    await fill("city", "S");
    fireEvent.blur(field("city"));
    expect(sent()).toEqual({ city: "S" });
    expect(within(part("Payload")).getByText("city: This needs at least 2 characters.")).toBeTruthy();
    await fill("city", "Seoul");
    expect(within(part("Payload")).getByText("fits")).toBeTruthy();
  });

  it("takes the payload as JSON too, digit for digit", async () => {
    open();
    await paste({ type: "object", properties: { number: { type: "integer" } } });
    await write("Payload", `{"number": ${BEYOND_DOUBLES}}`);
    expect(field("number").value).toBe(BEYOND_DOUBLES);
    await write("Payload", '{"number": ');
    expect(within(part("Form")).getByText(/^The payload is no JSON at the moment/)).toBeTruthy();
    expect(field("number").value).toBe(BEYOND_DOUBLES);
    expect(field("number").matches(":disabled")).toBe(true);
  });

  it("is defined as the tab of a tool has it", async () => {
    open();
    await paste({ ...CITY, title: "weather" });
    await waitFor(() => expect(screen.getByText("strict")).toBeTruthy());
    expect(await definition()).toBeTruthy();
    await paste({ type: "object", properties: { any: {} } });
    await waitFor(() => expect(screen.getByText("not strict")).toBeTruthy());
    expect(screen.getByText(/takes any value, which strict mode cannot say/)).toBeTruthy();
  });

  it("may be rewritten under what was filled in, which goes when it fits nothing any more", async () => {
    open();
    await paste(CITY);
    await fill("city", "Seoul");
    await paste({ ...CITY, properties: { ...CITY.properties, day: { type: "string" } } });
    expect(sent()).toEqual({ city: "Seoul" });
    await paste({ type: "object", properties: { other: { type: "string" } } });
    expect(sent()).toEqual({});
    await paste(CITY);
    expect(sent()).toEqual({ city: "Seoul" });
  });

  it.each([
    ["true", true],
    ["false", false],
    ["a list", { type: "array", items: { type: "string" } }],
    ["a number", { type: "number" }],
    ["a union", { oneOf: [{ type: "string" }, CITY] }],
    ["draft-07", { definitions: { c: CITY }, allOf: [{ $ref: "#/definitions/c" }] }],
    ["nonsense", { type: 5, properties: [1], required: "all", enum: {}, anyOf: "x", $ref: 7, pattern: "(", items: 3 }],
    [
      "nonsense within",
      { properties: { a: { type: "strnig", pattern: "(", minLength: "x" }, b: null, c: { $ref: "#" } } },
    ],
    [
      "what requires itself",
      { type: "object", required: ["a", "b"], properties: { a: { $ref: "#" }, b: { $ref: "#" } } },
    ],
  ])("may be %s", async (_, schema) => {
    open();
    await paste(schema);
    expect(part("Form")).toBeTruthy();
    expect(await definition()).toBeTruthy();
  });
});

describe("JSON that is none", () => {
  it("says where it breaks, and leaves what there was, marked", async () => {
    open();
    await paste(CITY);
    await fill("city", "Seoul");
    await write("Schema", '{\n  "type": }');
    expect(within(part("Schema")).getByText(/\(line 2, column 11\)\.$/)).toBeTruthy();
    expect(field("city").value).toBe("Seoul");
    for (const name of ["Form", "Payload", "What the model sees"]) {
      expect(within(part(name)).getByText("earlier text")).toBeTruthy();
    }
    await paste(CITY);
    expect(screen.queryByText("earlier text")).toBeNull();
    expect(field("city").value).toBe("Seoul");
  });

  it("leaves the beginning as it was where there was nothing before", async () => {
    open();
    await write("Schema", "5");
    expect(within(part("Schema")).getByText(/^This is JSON, but no schema/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "A small form" })).toBeTruthy();
  });
});

describe("tools of an MCP server", () => {
  const tool = (name: string, inputSchema: unknown) => ({ name, description: `Does ${name}.`, inputSchema });

  it("give one its name and description", async () => {
    open();
    await paste(tool("weather", CITY));
    expect(field("city")).toBeTruthy();
    await waitFor(() => expect(part("What the model sees").textContent).toContain("strict"));
    expect(screen.queryByRole("combobox", { name: "Which tool of the list" })).toBeNull();
  });

  it("are chosen from as a list", async () => {
    open();
    await paste({
      tools: [
        tool("weather", CITY),
        { name: "half" },
        tool("clock", { type: "object", properties: { zone: { type: "string" } } }),
      ],
    });
    expect(screen.getByText(/^1 of 3 entries is left out/)).toBeTruthy();
    expect(field("city")).toBeTruthy();
    const choice = screen.getByRole("combobox", { name: "Which tool of the list" });
    await act(async () => fireEvent.change(choice, { target: { value: "1" } }));
    expect(field("zone")).toBeTruthy();
  });
});

describe("the page", () => {
  it("begins with examples, of which each has a form that can be filled in", async () => {
    for (const name of ["A small form", "Nested and recursive", "A tagged union", "Everything nullable"]) {
      open();
      await act(async () => fireEvent.click(screen.getByRole("button", { name })));
      expect(part("Form")).toBeTruthy();
      expect(await definition()).toBeTruthy();
      await act(async () => fireEvent.click(screen.getByRole("button", { name: "Clear" })));
      cleanup();
    }
  });

  it("keeps what was pasted in the tab, with what was filled in", async () => {
    open();
    await paste(CITY);
    await fill("city", "Seoul");
    cleanup();
    const kept = sessionStorage.getItem(`toolroom.schema.user_${owner}`);
    owner += 1;
    sessionStorage.setItem(`toolroom.schema.user_${owner}`, kept ?? "");
    open();
    expect(field("city").value).toBe("Seoul");
  });

  it("says what the server says, and that it was not reached", async () => {
    open(async () => ({ ok: false, error: { code: "too_large", message: "Too much of it." } }));
    await paste(CITY);
    expect((await screen.findByRole("alert")).textContent).toBe("Too much of it.");
    cleanup();
    owner += 1;
    open(() => Promise.reject(new Error("gone")));
    await paste(CITY);
    expect((await screen.findByRole("alert")).textContent).toMatch(/^The server could not be reached/);
  });

  it("draws no form of what would never be ready", async () => {
    open();
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`d${at}`, { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${at + 1}` })) }]),
    );
    await paste({ $ref: "#/$defs/d0", $defs: { ...doubling, d40: {} } });
    expect(screen.getByText(/has more than 20,000 parts/)).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Form" })).toBeNull();
  });
});

it("is strict in the example that a newcomer sees first", () => {
  const { name, description, inputSchema } = EXAMPLES.form;
  expect(pastedModelView({ name, description, schema: JSON.stringify(inputSchema) })).toMatchObject({
    strict: true,
    findings: [],
  });
});
