import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import { defineFunction } from "#lib/tools/definition/define.ts";
import en from "../../messages/en/tools.json" with { type: "json" };
import { Notes, StrictReason } from "./model-notes.tsx";

afterEach(cleanup);

const text = { type: "string" };
const properties = (own: object) => ({ type: "object", properties: own });
const SCHEMAS: Record<string, unknown>[] = [
  properties({ a: {}, b: { type: "object" }, c: { type: "array" }, d: false, e: { ...text, format: "word" } }),
  properties({ a: { ...text, pattern: "(?=a)" }, b: { type: "array", prefixItems: [text, text] } }),
  properties({ a: { ...text, minLength: "x" }, b: { $ref: "#/nowhere" }, c: 5 }),
  { anyOf: [properties({ a: text }), text] },
  { ...properties({ a: text }), not: { required: ["a"] } },
  { ...properties({ a: text }), additionalProperties: true },
  properties(Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`p${index}`, text]))),
];

test.each(SCHEMAS)("what is said of %j is the sentence of the command line, word for word", (parameters) => {
  const { reason, notes } = defineFunction({ name: "고객", description: "x".repeat(2_000), parameters });
  const { container } = renderApp(
    <>
      <StrictReason reason={reason} />
      <Notes notes={notes} />
    </>,
  );
  const said = [...container.querySelectorAll("p, li")].map(({ textContent }) => textContent);
  const plain = (message: string) =>
    message
      .replaceAll("`", "")
      .replace("tool's", "tool’s")
      .replaceAll(/(\d)(\d{3})\b/g, "$1,$2");
  expect(said).toEqual([reason?.message ?? en.model.whyStrict, ...notes.map(({ message }) => message)].map(plain));
});

test("it is said in Korean too", () => {
  const { reason, notes } = defineFunction({ name: "find", description: "", parameters: SCHEMAS[0] ?? {} });
  renderApp(
    <>
      <StrictReason reason={reason} />
      <Notes notes={notes} />
    </>,
    { locale: "ko" },
  );
  expect(screen.getByText(/아무 값이나 받음. strict로는 나타낼 수 없습니다\(이런 곳이 3곳 더 있음\)/)).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(notes.length);
});
