import { describe, expect, test } from "vitest";
import type { Item } from "#lib/providers/model.ts";
import { isEmpty, textOf } from "./entries.ts";
import {
  answered,
  asked,
  began,
  callItem,
  delta,
  handedOver,
  read,
  reasoningItem,
  refused,
  retry,
  returned,
  said,
  started,
  stopped,
  textItem,
  used,
} from "./log.test-support.ts";

describe("the conversation that a log tells", () => {
  test("has messages and answers in the log's order, whatever their times", () => {
    const { entries, last } = read(
      [started(), said("a"), asked(), answered([textItem("b")])],
      [started(), said("c"), asked(), answered([textItem("d")])],
    );
    expect(
      entries.map((entry) => (entry.type === "answer" ? textOf(entry.items) : entry.type === "message" && entry.text)),
    ).toEqual(["a", "b", "c", "d"]);
    expect(last?.runId).toBe("run_2");
  });

  test("gives each call of an answer its own output by its place, though all have the same id", () => {
    const { entries } = read([
      started(),
      said("go"),
      asked(),
      answered([callItem("call_0"), callItem("call_0")]),
      returned(1, "two"),
      returned(0, "one"),
      asked("m", 2),
      answered([callItem("call_0")], { turn: 2 }),
      began(0, 2),
    ]);
    const calls = entries.flatMap((entry) => (entry.type === "answer" ? entry.calls : []));
    expect(calls.map(({ turn, index, output, begun }) => [turn, index, output, begun])).toEqual([
      [1, 0, "one", false],
      [1, 1, "two", false],
      [2, 0, null, true],
    ]);
  });

  test("knows nothing of an answer that an attempt did not finish, but what was said when it was stopped", () => {
    const { entries } = read([
      started(),
      said("go"),
      asked(),
      delta("no "),
      retry("no "),
      asked(),
      delta("ha"),
      delta("lf"),
      stopped,
    ]);
    expect(entries.slice(1)).toEqual([{ type: "partial", text: "half" }]);
  });

  test("forgets what an attempt had said that a crash cut off", () => {
    const { entries } = read([started(), said("go"), asked(), delta("lost"), asked(), delta("new"), stopped]);
    expect(entries.slice(1)).toEqual([{ type: "partial", text: "new" }]);
  });

  test("goes on with the agent that it was handed over to, in the next run, too", () => {
    const first = [
      started(),
      said("go"),
      asked(),
      answered([callItem("c", "transfer_to_coder")]),
      handedOver(0, "coder"),
    ];
    const conversation = read(first, [started(), said("more")]);
    expect(conversation.agent).toBe("coder");
    expect(conversation.entries.flatMap((entry) => (entry.type === "answer" ? entry.calls : []))[0]).toMatchObject({
      output: '{"assistant":"coder"}',
      handoffTo: "coder",
    });
  });

  test("counts a run's own turns, tokens, cost and calls", () => {
    const { run } = read(
      [started(), said("a"), asked(), answered([callItem("c")]), used(10, 5, 0.25)],
      [
        started(),
        said("b"),
        asked(),
        answered([textItem("")]),
        used(3, 4, null),
        refused("no"),
        asked("m", 2),
        answered([callItem("c")], { turn: 2 }),
      ],
    );
    expect(run).toMatchObject({ id: "run_2", turn: 2, tokens: 7, cost: 0, empty: 1, refused: 1 });
    expect([...(run?.called ?? [])]).toEqual(["Tester"]);
  });

  test("shows a stub in place of an old output, and a summary in place of old entries", () => {
    const trimmed = {
      type: "context.trimmed",
      agent: "Tester",
      turn: 2,
      calls: [{ runId: "run_1", turn: 1, index: 0, stub: "cut" }],
    } as const;
    const compacted = { type: "context.compacted", agent: "Tester", turn: 2, entries: 2, summary: "short" } as const;
    const log = [
      started(),
      said("a"),
      asked(),
      answered([callItem("c")]),
      returned(0, "long"),
      { ...trimmed, calls: [...trimmed.calls] },
    ];
    const { entries } = read(log);
    expect(entries[1]).toMatchObject({ calls: [{ output: "long", stub: "cut" }] });
    expect(read([...log, asked("m", 2), answered([textItem("b")], { turn: 2 }), compacted]).entries).toMatchObject([
      { type: "summary", text: "short" },
      { type: "answer", turn: 2 },
    ]);
  });
});

test("an answer is empty when it has neither words nor calls, whatever it thought", () => {
  const nothing = [[], [reasoningItem("r")], [textItem("")]] as Item[][];
  const something = [[textItem("a")], [callItem("c")], [{ type: "web_search_call" }]] as Item[][];
  expect([nothing.map((items) => isEmpty(items)), something.map((items) => isEmpty(items))]).toEqual([
    [true, true, true],
    [false, false, false],
  ]);
});

test("a call without arguments, a name or an id is one all the same", () => {
  const { entries } = read([started(), asked(), answered([{ type: "function_call", arguments: { a: 1 } }])]);
  expect(entries[0]).toMatchObject({ calls: [{ callId: "", name: "", arguments: '{"a":1}' }] });
});
