import { describe, expect, test } from "vitest";
import type { EventBody } from "#lib/runs/schema.ts";
import {
  answered,
  asked,
  callItem,
  read,
  reasoningItem,
  refused,
  returned,
  said,
  started,
  stopped,
  textItem,
  used,
} from "./log.test-support.ts";
import { nextStep } from "./next-step.ts";
import { AgentLimits } from "./schema.ts";

const NOW = Date.parse("2026-01-01T00:00:10.000Z");
const begun = [started(), said("go"), asked()];

function step(events: EventBody[], limits: Partial<AgentLimits> = {}) {
  return nextStep(read(events), AgentLimits.parse(limits), NOW);
}

test.each<[string, EventBody[], string]>([
  ["a question is asked", [started(), said("go")], "ask"],
  ["a question whose answer never came is asked", begun, "ask"],
  ["calls are made", [...begun, answered([textItem("I look."), callItem("a"), callItem("b")])], "call"],
  [
    "calls are made until each is answered",
    [...begun, answered([callItem("a"), callItem("b")]), returned(1, "b")],
    "call",
  ],
  ["answered calls are told to the model", [...begun, answered([callItem("a")]), returned(0, "a")], "ask"],
  ["words without a call are the end", [...begun, answered([textItem("done")])], "finish"],
  ["an item of an unknown kind is no empty answer", [...begun, answered([{ type: "made_up_call" }])], "finish"],
  ["nothing at all is asked once more", [...begun, answered([])], "ask"],
  [
    "and then it is a failure",
    [...begun, answered([reasoningItem("r")]), asked("m", 2), answered([], { turn: 2 })],
    "fail",
  ],
  [
    "a call of a cut answer is never made",
    [...begun, answered([callItem("a")], { reason: "max_output_tokens" })],
    "pause",
  ],
  ["an answer that does not fit goes back once", [...begun, answered([textItem("x")]), refused("no")], "ask"],
  [
    "and then it is a failure, too",
    [
      ...begun,
      answered([textItem("x")]),
      refused("no"),
      asked("m", 2),
      answered([textItem("x")], { turn: 2 }),
      refused("no"),
    ],
    "fail",
  ],
])("%s", (_, events, type) => {
  expect(step(events).type).toBe(type);
});

test("a run that goes on after one that was stopped, cut or refused asks anew", () => {
  const before = [
    ...begun,
    answered([textItem("x")], { reason: "max_output_tokens" }),
    refused("a"),
    refused("b"),
    stopped,
  ];
  expect(nextStep(read(before, [started()]), AgentLimits.parse({}), NOW).type).toBe("ask");
});

describe("limits", () => {
  const open = [...begun, answered([callItem("a")]), used(60, 40, 0.5), returned(0, "a")];

  test.each<[Partial<AgentLimits>, string, string]>([
    [{ turns: 1 }, "turns", "limit of 1 model turns"],
    [{ tokens: 100 }, "tokens", "used 100 of at most 100 tokens"],
    [{ cost: 0.5 }, "cost", "cost $0.5000 of at most $0.5"],
    [{ seconds: 10 }, "time", "taken its 10 s"],
  ])("%j pauses the run and says why", (limits, reason, words) => {
    expect(step(open, limits)).toMatchObject({ type: "pause", reason, message: expect.stringContaining(words) });
  });

  test("are not reached by what lies below them", () => {
    expect(step(open, { turns: 2, tokens: 101, cost: 0.51, seconds: 11 }).type).toBe("ask");
  });

  test("leave the calls of the last turn, and its answer, as they are", () => {
    expect(step([...begun, answered([callItem("a")])], { turns: 1, seconds: 1 }).type).toBe("call");
    expect(step([...begun, answered([textItem("done")])], { turns: 1, seconds: 1 }).type).toBe("finish");
  });

  test("a cut answer says the server's reason", () => {
    expect(step([...begun, answered([textItem("x")], { reason: "content_filter" })])).toMatchObject({
      reason: "incomplete",
      message: expect.stringContaining("content_filter"),
    });
  });
});
