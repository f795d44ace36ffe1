import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, describe, expect, it, test } from "vitest";
import { bytesIn, type Encoding, encodingOf } from "./encoding.ts";
import { openForm } from "./open-form.test-support.tsx";
import { LARGEST_FILE, readFile } from "./read-file.ts";

afterEach(cleanup);

const BASE64 = { type: "string", format: "base64" };
const BYTES = { type: "string", format: "binary" };
const ZOD_BASE64URL = {
  type: "string",
  format: "base64url",
  contentEncoding: "base64url",
  pattern: "^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$",
};
const PDF = new File([new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff])], "report.pdf", { type: "application/pdf" });

function open(schema: object, required: "required" | "optional" = "required", text?: string) {
  const whole = { type: "object", properties: { data: schema }, required: required === "required" ? ["data"] : [] };
  return openForm({ schema: whole, ...(text === undefined ? {} : { text }) });
}

function choose(form: ReturnType<typeof open>, file: File): void {
  const input = form.row("data").querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("The field takes no file.");
  fireEvent.change(input, { target: { files: [file] } });
}

function sent(form: ReturnType<typeof open>): unknown {
  return (JSON.parse(form.model.text) as { data?: unknown }).data;
}

describe("a chosen file", () => {
  test.each([
    ["Pydantic's Base64Bytes", BASE64, "JVBERv8="],
    ["zod's z.base64()", { ...BASE64, contentEncoding: "base64" }, "JVBERv8="],
    ["OpenAPI's byte", { type: "string", format: "byte" }, "JVBERv8="],
    ["contentEncoding alone", { type: "string", contentEncoding: "base64" }, "JVBERv8="],
    ["Pydantic's Base64UrlBytes", { type: "string", format: "base64url" }, "JVBERv8="],
    ["zod's z.base64url()", ZOD_BASE64URL, "JVBERv8"],
    ["a data URL", { type: "string", format: "data-url" }, "data:application/pdf;base64,JVBERv8="],
    ["one that may be null", { anyOf: [BASE64, { type: "null" }] }, "JVBERv8="],
  ])("is encoded for %s", async (_, schema, text) => {
    const form = open(schema);
    choose(form, PDF);
    await waitFor(() => expect(sent(form)).toBe(text));
    expect(within(form.row("data")).getByRole("status").textContent).toBe("report.pdf · 5 B");
    expect(form.box("data").value).toBe(text);
    expect(form.model.issues).toEqual([]);
  });

  it("is kept whole when it is shown shortened, from the form to JSON and back", async () => {
    const form = open(BASE64);
    const bytes = new Uint8Array(30_000).fill(0xab);
    choose(form, new File([bytes], "noise.bin"));
    await waitFor(() => expect(String(sent(form))).toHaveLength(40_000));
    const text = sent(form);
    expect(form.box("data").readOnly).toBe(true);
    expect(form.box("data").value).toHaveLength(73);
    expect(screen.getByText("noise.bin · 30 kB · 40,000 characters, shown shortened")).toBeTruthy();
    form.show("json");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "ToolParameters" }).value).toContain(text);
    form.show("form");
    expect(sent(form)).toBe(text);
  });

  it("is not put whole into the JSON editor when it is very large, and still goes out whole", async () => {
    const form = open(BASE64);
    choose(form, new File([new Uint8Array(900_000)], "zeros.bin"));
    await waitFor(() => expect(String(sent(form))).toHaveLength(1_200_000));
    form.show("json");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.getByText(/^This JSON has 1,200,01\d characters/)).toBeTruthy();
    const shown = screen.getByRole("region", { name: "ToolParameters" }).textContent ?? "";
    expect(shown).toMatch(/^\{\s+"data": "A{60}…A{12}"\s+\}$/);
    expect(String(sent(form))).toHaveLength(1_200_000);
  });

  it("goes again by a button: to empty text where it must be sent, and out of what is sent where not", async () => {
    const form = open(BASE64);
    choose(form, PDF);
    await waitFor(() => expect(sent(form)).toBe("JVBERv8="));
    form.act(["press", "Clear data"]);
    expect(sent(form)).toBe("");
    cleanup();
    const optional = open(BASE64, "optional");
    choose(optional, PDF);
    await waitFor(() => expect(sent(optional)).toBe("JVBERv8="));
    optional.act(["press", "Leave out data"]);
    expect(optional.model.text).toBe("{}");
  });

  it("may be dropped; text that is dragged there is not taken for one", async () => {
    const form = open(BASE64);
    const target = within(form.row("data")).getByRole("group", { name: "data, or a file for it" });
    fireEvent.drop(target, { dataTransfer: { types: ["text/plain"], files: [] } });
    fireEvent.drop(target, { dataTransfer: { types: ["Files"], files: [PDF] } });
    await waitFor(() => expect(sent(form)).toBe("JVBERv8="));
  });

  it("is asked for by its media type, and its text by maxLength", async () => {
    const form = open({ ...BASE64, contentMediaType: "application/pdf", maxLength: 7 });
    expect(form.row("data").querySelector("input[type=file]")).toMatchObject({ accept: "application/pdf" });
    expect(form.box("data")).toMatchObject({ rows: 1 });
    choose(form, PDF);
    expect(await screen.findByText("This may have at most 7 characters.")).toBeTruthy();
  });

  it.each([
    ["image/png", "application/pdf", "refused"],
    ["image/png", "image/jpeg", "refused"],
    ["image/*", "text/plain", "taken"],
    ["image/*", "audio/mpeg", "refused"],
    ["image/jpeg", "image/jpg", "taken"],
    ["image/*", "image/webp", "taken"],
    ["text/csv", "application/vnd.ms-excel", "taken"],
    ["text/csv", "image/png", "refused"],
    ["application/octet-stream", "image/png", "taken"],
    ["application/pdf", "", "taken"],
    ["application/json; charset=utf-8", "application/json", "taken"],
  ])("for %s: one of %j is %s", async (contentMediaType, type, outcome) => {
    const form = open({ ...BASE64, contentMediaType });
    const target = within(form.row("data")).getByRole("group", { name: "data, or a file for it" });
    const file = new File([new Uint8Array([1, 2])], "dropped", { type });
    fireEvent.drop(target, { dataTransfer: { types: ["Files"], files: [file] } });
    if (outcome === "taken") {
      await waitFor(() => expect(sent(form)).toBe("AQI="));
      return;
    }
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(`dropped is ${type}, and this tool asks for ${contentMediaType} here.`);
    expect(sent(form)).toBe("");
  });

  it("is refused in one sentence when it is too large", async () => {
    const form = open(BASE64);
    choose(form, Object.defineProperty(new File([], "film.mp4"), "size", { value: LARGEST_FILE + 1_000_000 }));
    expect(await screen.findByRole("alert")).toMatchObject({
      textContent: "film.mp4 has 13 MB, and a file may have at most 12 MB here.",
    });
    expect(sent(form)).toBe("");
  });
});

describe("bytes of Pydantic, which are text in JSON", () => {
  it("take a file of UTF-8 text as it is, with its line breaks and its mark at the beginning", async () => {
    const form = open(BYTES);
    choose(form, new File(["\ufeff한글,1\r\n"], "table.csv"));
    await waitFor(() => expect(sent(form)).toBe("\ufeff한글,1\r\n"));
    expect(screen.getByText("table.csv · 13 B")).toBeTruthy();
  });

  it("do not take another file, and say so", async () => {
    const form = open(BYTES, "required", '{"data":"before"}');
    choose(form, PDF);
    expect(await screen.findByText("report.pdf is not UTF-8 text, and this tool takes text here.")).toBeTruthy();
    expect(sent(form)).toBe("before");
  });
});

it("says the size of what was typed, and that it does not look like Base64", () => {
  const form = open(BASE64);
  form.act(["type", "data", "QUJD"]);
  expect(screen.getByText("3 B")).toBeTruthy();
  form.act(["type", "data", "not base64!"]);
  expect(screen.getByText("This does not look like a usual Base64; the tool decides.")).toBeTruthy();
  expect(form.model.issues).toEqual([]);
});

it("is nothing that other texts have", () => {
  const form = open({ type: "string", contentMediaType: "text/html" });
  expect(form.row("data").querySelector("input[type=file]")).toBeNull();
});

test("any bytes come back from their text, and their number is known from it", async () => {
  const schemas = [BASE64, ZOD_BASE64URL, { type: "string", format: "base64url" }, { format: "data-url" }];
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(...schemas), async (bytes, schema) => {
      const encoding = encodingOf(schema) as Encoding;
      const read = await readFile(new File([Uint8Array.from(bytes)], "any"), { schema, encoding });
      const text = "text" in read ? read.text : "";
      const digits = text.replace(/^data:application\/octet-stream;base64,/, "");
      expect([...Buffer.from(digits, encoding === "base64url" ? "base64url" : "base64")]).toEqual([...bytes]);
      expect(bytesIn(text, encoding)).toBe(bytes.length);
    }),
    { numRuns: 60 },
  );
});
