import { expect, it } from "vitest";
import { completeAt, insertName, type Suggestion } from "./suggestions.ts";

const names: Suggestion[] = [
  { kind: "tool", value: "calculator", hint: "" },
  { kind: "tool", value: "query_table", hint: "" },
  { kind: "file", value: "매출.csv", hint: "" },
];
const commands: Suggestion[] = [
  { kind: "command", value: "stop", hint: "" },
  { kind: "command", value: "rename", hint: "" },
];

function complete(text: string, caret = text.length) {
  return completeAt({ text, caret }, { names, commands });
}

it.each<[string, string[] | undefined]>([
  ["@", ["calculator", "query_table", "매출.csv"]],
  ["sum it with @t", ["calculator", "query_table"]],
  ["@q", ["query_table"]],
  ["@매", ["매출.csv"]],
  ["/", ["stop", "rename"]],
  ["/re", ["rename"]],
  ["me@example", undefined],
  ["say /stop", undefined],
  ["@nothing-like-it", undefined],
  ["/stop now", undefined],
])("%j offers %j", (text, values) => {
  expect(complete(text)?.options.map(({ value }) => value)).toEqual(values);
});

it("puts the name where the caret is, and leaves what stands behind it", () => {
  const text = "use @cal for this";
  const completion = complete(text, "use @cal".length);
  if (!completion) throw new Error("nothing to complete");
  expect(insertName(text, completion, "calculator")).toEqual({ text: "use `calculator` for this", caret: 17 });
});
