import { describe, expect, test } from "vitest";
import type { Item } from "#lib/providers/model.ts";
import type { ModelSettings } from "#lib/providers/schema.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Role } from "./cast.ts";
import {
  answered,
  asked,
  callItem,
  delta,
  read,
  reasoningItem,
  refused,
  returned,
  said,
  started,
  stopped,
  textItem,
} from "./log.test-support.ts";
import { makeRequest } from "./request.ts";
import { AgentDefinition } from "./schema.ts";

const SAME = { source: "server P m", model: "m" };
const OTHER = { source: "server Q n", model: "n" };
const NOWHERE = { artifactDirectory: "/nonexistent" };

function role(more: { settings?: ModelSettings; history?: "server"; resetToolChoice?: boolean } = {}): Role {
  const agent = AgentDefinition.parse({ name: "Tester", instructions: "Be brief.", ...more });
  return { agent, functions: new Map(), helpers: new Map(), tools: [], output: null };
}

async function inputOf(runs: EventBody[][], to = SAME, as = role()): Promise<Item[]> {
  const { input } = await makeRequest({ conversation: read(...runs), role: as, asked: to }, NOWHERE);
  return [...input];
}

const begun = [started(), said("go"), asked()];
const output = (call_id: string, text: string) => ({ type: "function_call_output", call_id, output: text });

describe("a request's input", () => {
  test("has every item as it came, unknown kinds too, and the outputs in the order of the calls", async () => {
    const items = [reasoningItem("rs_1"), { type: "made_up", id: "x", deep: { a: 1 } }, callItem("a"), callItem("b")];
    const input = await inputOf([[...begun, answered(items), returned(1, "B"), returned(0, "A")]]);
    expect(input).toEqual([{ role: "user", content: "go" }, ...items, output("a", "A"), output("b", "B")]);
  });

  test("answers a call that nobody finished, so that the conversation can go on", async () => {
    const input = await inputOf([
      [...begun, answered([callItem("a")])],
      [started(), said("more")],
    ]);
    expect(input[2]).toMatchObject(output("a", expect.stringContaining("not finished") as never));
  });

  test("gives calls of one id ids of their own, and their outputs the same", async () => {
    const turn = (number: number) => [
      asked("m", number),
      answered([callItem("call_0")], { turn: number }),
      returned(0, `${number}`, number),
    ];
    const input = await inputOf([[started(), said("go"), ...turn(1), ...turn(2), ...turn(3)]]);
    const ids = (type: string) => input.filter((item) => item.type === type).map(({ call_id }) => call_id);
    expect(new Set(ids("function_call")).size).toBe(3);
    expect(ids("function_call_output")).toEqual(ids("function_call"));
    expect(ids("function_call")[0]).toBe("call_0");
  });

  test("has made-up names and arguments of calls as a server can read them again", async () => {
    const made = [
      { ...callItem("a"), name: "multi_tool_use.parallel", arguments: { x: 1 } },
      { ...callItem("b"), name: "", arguments: "" },
      { ...callItem("c"), name: "x".repeat(80), arguments: "{broken" },
      { ...callItem("d"), arguments: "[1]" },
      { ...callItem("e"), arguments: '"{\\"a\\": 1}"' },
      { ...callItem("f"), arguments: '{ "as": 1.0 }' },
    ];
    const input = await inputOf([[...begun, answered(made)]]);
    expect(input.slice(1, 7).map(({ name, arguments: given }) => [name, given])).toEqual([
      ["multi_tool_use_parallel", '{"x":1}'],
      ["unknown", "{}"],
      ["x".repeat(64), "{}"],
      ["echo", "{}"],
      ["echo", '{"a": 1}'],
      ["echo", '{ "as": 1.0 }'],
    ]);
  });

  test("to another model has neither reasoning nor unknown items, and no ids of the other server", async () => {
    const items = [reasoningItem("rs_1"), { type: "web_search_call", id: "ws_1" }, textItem("hi"), callItem("a")];
    const input = await inputOf([[...begun, answered(items), returned(0, "A")]], OTHER);
    const text = { role: "assistant", content: "hi" };
    const { id: _, ...call } = callItem("a");
    expect(input.slice(1)).toEqual([text, call, output("a", "A")]);
  });

  test("has the reasoning of a model again when the conversation comes back to it", async () => {
    const input = await inputOf([
      [...begun, answered([reasoningItem("rs_1"), textItem("a")])],
      [started(), said("more"), asked("n"), answered([reasoningItem("rs_2"), textItem("b", "msg_2")])],
    ]);
    expect(input.filter(({ type }) => type === "reasoning").map(({ id }) => id)).toEqual(["rs_1"]);
  });

  test("leaves out reasoning that nothing came of, and that only an id is left of", async () => {
    expect(await inputOf([[...begun, answered([reasoningItem("rs_1")])]])).toHaveLength(1);
    const input = await inputOf([[...begun, answered([reasoningItem("rs_1", null), textItem("a")])]]);
    expect(input.map(({ type }) => type)).toEqual([undefined, "message"]);
  });

  test("of a cut answer has its words, without the calls that were cut and without an id that asks for its reasoning", async () => {
    const items = [reasoningItem("rs_1"), textItem("half a"), callItem("a")];
    const input = await inputOf([[...begun, answered(items, { reason: "max_output_tokens" })], [started()]]);
    expect(input.slice(1)).toEqual([{ role: "assistant", content: "half a" }]);
    expect(
      await inputOf([[...begun, answered([textItem(""), callItem("a")], { reason: "max_output_tokens" })]]),
    ).toHaveLength(1);
  });

  test("has what was said before a stop, what was wrong, and what was said after", async () => {
    const input = await inputOf([
      [...begun, delta("hal"), stopped],
      [started(), said("more"), asked(), answered([textItem("x")]), refused("no JSON")],
    ]);
    expect(
      input.map(({ role: by, content }) => [by, content]).filter(([, content]) => typeof content === "string"),
    ).toEqual([
      ["user", "go"],
      ["assistant", "hal"],
      ["user", "more"],
      ["user", "no JSON"],
    ]);
  });

  test("has a stub where an output was cut, and a summary in place of what it stands for", async () => {
    const calls = [{ runId: "run_1", turn: 1, index: 0, stub: "cut" }];
    const trimmed: EventBody = { type: "context.trimmed", agent: "Tester", turn: 2, calls };
    const log = [...begun, answered([callItem("a")]), returned(0, "long"), trimmed];
    expect((await inputOf([log])).at(-1)).toEqual(output("a", "cut"));
    const compacted: EventBody = { type: "context.compacted", agent: "Tester", turn: 2, entries: 2, summary: "short" };
    expect(await inputOf([[...log, compacted]])).toEqual([{ role: "user", content: expect.stringContaining("short") }]);
  });
});

describe("where the server keeps the conversation", () => {
  const kept = role({ history: "server" });
  const log = [...begun, answered([callItem("a")], { responseId: "resp_1" }), returned(0, "A")];

  test("only what is new is sent, and each answer is kept there", async () => {
    const conversation = read(log, [started(), said("more")]);
    const request = await makeRequest({ conversation, role: kept, asked: SAME }, NOWHERE);
    expect(request).toMatchObject({ previousResponseId: "resp_1", settings: { store: true } });
    expect(request.input).toEqual([output("a", "A"), { role: "user", content: "more" }]);
    expect(await makeRequest({ conversation: read(begun), role: kept, asked: SAME }, NOWHERE)).toMatchObject({
      previousResponseId: null,
      settings: { store: true },
    });
  });

  test("all is sent to another model, and when the last answer has no id there", async () => {
    const unknown = [...begun, answered([callItem("a")]), returned(0, "A")];
    const cases: [EventBody[][], typeof SAME][] = [
      [[log], OTHER],
      [[unknown], SAME],
    ];
    for (const [runs, to] of cases) {
      const request = await makeRequest({ conversation: read(...runs), role: kept, asked: to }, NOWHERE);
      expect(request.previousResponseId).toBeNull();
      expect(request.input).toHaveLength(3);
    }
  });
});

describe("a forced tool choice", () => {
  const settings = { toolChoice: "required" };
  const after = [...begun, answered([callItem("a")]), returned(0, "A")];
  const choice = async (runs: EventBody[][], as: Role) =>
    (await makeRequest({ conversation: read(...runs), role: as, asked: SAME }, NOWHERE)).settings.toolChoice;

  test("holds until the agent has made a call, and again in the next run", async () => {
    expect(await choice([begun], role({ settings }))).toBe("required");
    expect(await choice([after], role({ settings }))).toBeUndefined();
    expect(await choice([after, [started(), said("more")]], role({ settings }))).toBe("required");
  });

  test("holds for an agent though another one has made calls", async () => {
    const others = [...begun, answered([callItem("a")], { agent: "Other" }), returned(0, "A")];
    expect(await choice([others], role({ settings }))).toBe("required");
  });

  test("holds always for an agent that does not reset it", async () => {
    expect(await choice([after], role({ settings, resetToolChoice: false }))).toBe("required");
  });
});
