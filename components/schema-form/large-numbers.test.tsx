import { describe, expect, test } from "vitest";
import { parseExact, toBigInts } from "#lib/core/exact/schema.ts";
import { openForm } from "./open-form.test-support.tsx";

function formOf(property: string, text = "{}") {
  const schema = `{"type":"object","properties":{"id":${property}},"required":["id"]}`;
  return openForm({ schema: toBigInts(parseExact(schema)), text });
}

describe("whole numbers beyond 2^53 in a schema", () => {
  test.each([
    ["a constant", '{"const":9007199254740993}'],
    ["a default", '{"type":"integer","default":9007199254740993}'],
    ["a default inside of a list", '{"type":"array","items":{"type":"integer"},"default":[9007199254740993]}'],
    ["an only choice", '{"enum":[9007199254740993]}'],
  ])("%s is sent as it is", (_, property) => {
    const form = formOf(property);
    form.act(["submit"]);
    expect(form.sent[0]?.replace(/[[\]]/g, "")).toBe('{"id":9007199254740993}');
  });

  test("choices that a number would not tell apart", () => {
    const form = formOf('{"enum":[9007199254740993,9007199254740992,"9007199254740993",null]}');
    form.act(["choose", "id", "9007199254740993"]);
    form.act(["submit"]);
    form.act(["choose", "id", '"9007199254740993"']);
    form.act(["submit"]);
    expect(form.sent).toEqual(['{"id":9007199254740993}', '{"id":"9007199254740993"}']);
  });

  test.each([
    ['{"type":"integer","maximum":9223372036854775807}', "9223372036854775807", "9223372036854775808"],
    ['{"type":"integer","minimum":-9223372036854775808}', "-9223372036854775808", "-9223372036854775809"],
    ['{"type":"integer","exclusiveMaximum":9007199254740993}', "9007199254740992", "9007199254740993"],
    ['{"type":"integer","multipleOf":9007199254740993}', "18014398509481986", "18014398509481985"],
    [
      '{"allOf":[{"type":"integer","maximum":9007199254740995},{"maximum":9007199254740993}]}',
      "9007199254740993",
      "9007199254740994",
    ],
  ])("%s takes %s and not %s", (property, right, wrong) => {
    const form = formOf(property);
    form.act(["type", "id", right]);
    form.act(["submit"]);
    form.act(["type", "id", wrong]);
    form.act(["submit"]);
    expect(form.sent).toEqual([`{"id":${right}}`]);
    expect(form.model.issues[0]?.path).toBe("/id");
  });

  test("are said as they are", () => {
    const form = formOf('{"enum":[9007199254740993,1]}', '{"id":9007199254740992}');
    expect(form.row("id").textContent).toContain("9007199254740993");
    const bounded = formOf('{"type":"integer","maximum":9007199254740995}', '{"id":9007199254740996}');
    expect(bounded.row("id").textContent).toContain("9007199254740995");
  });
});
