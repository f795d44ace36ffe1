import { describe, expect, it } from "vitest";
import type { EventBody } from "./schema.ts";
import { framesOf, item, say } from "./session-log.test-support.ts";
import { applyFrame, emptyTranscript, type Message, type Transcript } from "./transcript.ts";
import type { Turn } from "./turn.ts";
import { readText } from "./view.ts";

const fold = (...runs: EventBody[][]): Transcript => framesOf(...runs).reduce(applyFrame, emptyTranscript);
const entries = (transcript: Transcript) => transcript.runs.flatMap((run) => run.entries);
const turns = (transcript: Transcript) => entries(transcript).filter((entry): entry is Turn => entry.kind === "turn");

const begun = [say.started(), say.message("What is 7 × 6?"), say.asked()];
const two = say.responded([item.text("Let me see."), item.call("calculator", '{"a":7}'), item.call("dates", "{}")]);

describe("an answer", () => {
  it("grows by its deltas until the whole of it comes, which replaces them", () => {
    const deltas = [
      say.reasoning("Hm"),
      say.reasoning("m."),
      say.text("7 × "),
      say.text("6"),
      say.writes(0, "dates", "{"),
    ];
    const [coming] = turns(fold([...begun, ...deltas]));
    expect(coming).toMatchObject({ state: "answering", agent: "clerk", model: "gpt-x" });
    expect(coming?.parts).toEqual([
      { is: "reasoning", text: "Hmm." },
      { is: "text", text: "7 × 6", sources: [] },
      { is: "call", index: 0 },
    ]);
    expect(coming?.calls[0]).toMatchObject({ name: "dates", arguments: "{", state: "coming" });
    const [whole] = turns(fold([...begun, ...deltas, two]));
    expect(whole?.parts.map(({ is }) => is)).toEqual(["text", "call", "call"]);
    expect(whole).toMatchObject({ state: "answered", ms: 900, calls: [{ name: "calculator" }, { name: "dates" }] });
  });

  it("is the same for who saw the deltas and for who came after they were gone", () => {
    const whole = framesOf([
      ...begun,
      say.text("Let"),
      say.writes(0, "calculator", '{"a'),
      two,
      say.called(1, "dates"),
    ]);
    const late = whole.filter(({ event }) => !event.type.endsWith(".delta"));
    expect(late.length).toBeLessThan(whole.length);
    expect(late.reduce(applyFrame, emptyTranscript)).toEqual(whole.reduce(applyFrame, emptyTranscript));
  });

  it("keeps the order of its items, shows sources, refusals and what nobody knows, and no hidden reasoning", () => {
    const cites = [{ type: "url_citation", url: "https://example.com/a", title: "A" }, { type: "file_citation" }];
    const [turn] = turns(
      fold([
        ...begun,
        say.responded([
          { type: "reasoning", summary: [], encrypted_content: "gAAA" },
          { type: "reasoning", summary: [{ type: "summary_text", text: "Look it up." }] },
          { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "a" } },
          item.text("See A.", cites),
          {
            type: "message",
            content: [
              { type: "refusal", refusal: "Not that." },
              { type: "song", notes: 3 },
            ],
          },
          { type: "hologram", size: 3 },
        ]),
      ]),
    );
    expect(turn?.parts).toEqual([
      { is: "reasoning", text: "Look it up." },
      { is: "hosted", item: expect.objectContaining({ id: "ws_1" }) },
      { is: "text", text: "See A.", sources: [{ url: "https://example.com/a", title: "A" }] },
      { is: "refusal", text: "Not that." },
      { is: "unknown", item: { type: "message", content: [{ type: "song", notes: 3 }] } },
      { is: "unknown", item: { type: "hologram", size: 3 } },
    ]);
  });

  it("is dropped when it is asked for again, and the wait is told", () => {
    const retry: EventBody = {
      type: "retry",
      agent: "clerk",
      turn: 1,
      attempt: 1,
      message: "HTTP 429",
      waitMs: 4000,
      partial: "",
    };
    const [waiting] = turns(fold([...begun, say.text("7 ×"), say.writes(0, "dates", "{"), retry]));
    expect(waiting).toMatchObject({
      state: "waiting",
      parts: [],
      calls: [],
      retries: [{ message: "HTTP 429", waitMs: 4000, partial: "" }],
    });
    const [again] = turns(fold([...begun, say.text("7 ×"), retry, say.asked(1, 2), say.text("Forty")]));
    expect(again?.parts).toEqual([{ is: "text", text: "Forty", sources: [] }]);
    expect(again?.retries).toHaveLength(1);
  });

  it("says what it cost, or that this is not known", () => {
    const [known, unknown] = turns(
      fold([...begun, two, say.used(1, 0.25), say.asked(2), say.responded([item.text("42")], 2), say.used(2, null)]),
    );
    const tokens = { input: 100, cached: 40, output: 20, reasoning: 5 };
    expect(known?.usage).toEqual({ model: "gpt-x", ...tokens, cost: 0.25, hosted: [] });
    expect(unknown?.usage?.cost).toBeNull();
  });

  it("counts what was asked around it, such as by a guardrail, with it", () => {
    const [turn] = turns(fold([...begun, say.used(1, 0.5), say.responded([item.text("42")]), say.used(1, 0.25)]));
    expect(turn?.usage).toMatchObject({ input: 200, output: 40, cost: 0.75 });
  });
});

describe("calls", () => {
  it("are told apart by turn and index, whatever ids they have", () => {
    const [first, second] = turns(
      fold([
        ...begun,
        two,
        say.called(1, "dates"),
        say.called(0),
        say.log(0, "work"),
        say.log(1, "other "),
        say.returned(1, "2026"),
        say.log(0, "ing\n"),
        say.left(0, "out.csv"),
        say.failed(0, "Division by zero."),
        say.asked(2),
        say.responded([item.call("calculator", '{"a":8}', "c1")], 2),
        say.called(0, "calculator", 2),
      ]),
    );
    expect(first?.calls.map(({ state }) => state)).toEqual(["failed", "returned"]);
    expect(first?.calls.map(({ view }) => readText(view.stdout))).toEqual(["working\n", "other "]);
    expect(first?.calls[0]?.view).toMatchObject({
      artifacts: [{ name: "out.csv" }],
      failure: { message: "Division by zero." },
    });
    expect(first?.calls[1]?.view).toMatchObject({
      result: { text: "2026" },
      modelResult: "2026",
      ending: { backEnd: "zygote" },
    });
    expect(second?.calls[0]).toMatchObject({
      state: "running",
      arguments: '{"a":8}',
      view: { call: { arguments: '{"a":7}' } },
    });
  });

  it("that lead to another agent are shown as that", () => {
    const over: EventBody = { type: "handoff", agent: "clerk", turn: 1, index: 0, to: "refunds" };
    const transcript = fold([
      ...begun,
      say.responded([item.call("transfer_to_refunds")]),
      over,
      { type: "run.succeeded" },
    ]);
    expect(turns(transcript)[0]?.calls[0]).toMatchObject({ handoff: "refunds", state: "asked" });
    expect(entries(transcript).at(-1)).toMatchObject({ kind: "line", what: "handoff", from: "clerk", to: "refunds" });
  });

  it("keep the line that the model is shown in place of an old output", () => {
    const calls = [{ runId: "run_1", turn: 1, index: 0, stub: "see out.csv" }];
    const trimmed: EventBody = { type: "context.trimmed", agent: "clerk", turn: 2, calls };
    const transcript = fold([...begun, two, say.called(0), say.returned(0, "42"), trimmed]);
    expect(turns(transcript)[0]?.calls[0]).toMatchObject({ stub: "see out.csv", view: { result: { text: "42" } } });
    expect(entries(transcript).at(-1)).toMatchObject({ what: "trimmed", calls: 1 });
  });
});

describe("the end of a run", () => {
  it.each<[EventBody, object]>([
    [
      { type: "run.cancelled", message: "Stopped by Mina." },
      { status: "cancelled", message: "Stopped by Mina." },
    ],
    [
      { type: "run.failed", code: "provider_failed", message: "No answer." },
      { status: "failed", code: "provider_failed" },
    ],
    [
      { type: "run.paused", reason: "turns", message: "10 turns." },
      { status: "paused", reason: "turns" },
    ],
  ])("leaves nothing open: %o", (end, ending) => {
    const transcript = fold([...begun, two, say.called(0), say.called(1, "dates"), say.returned(1, "x"), end]);
    expect(turns(transcript)[0]?.calls.map(({ state }) => state)).toEqual(["stopped", "returned"]);
    expect(entries(transcript).at(-1)).toMatchObject({ kind: "ending", ...ending });
    expect(transcript.runs[0]).toMatchObject({ ...("status" in ending ? { status: ending.status } : {}) });
  });

  it("keeps what came of an answer that was cut", () => {
    const [turn] = turns(fold([...begun, say.text("Forty-"), { type: "run.cancelled", message: "Stopped." }]));
    expect(turn).toMatchObject({ state: "cut", parts: [{ text: "Forty-" }] });
  });

  it("is silent when all went well", () => {
    const transcript = fold([...begun, say.responded([item.text("42")]), { type: "run.succeeded" }]);
    expect(entries(transcript).at(-1)?.kind).toBe("turn");
    expect(transcript.runs[0]).toMatchObject({ status: "succeeded", versionNumber: 4, agent: "clerk" });
  });
});

it("takes an event once, however often and in whatever company it comes", () => {
  const frames = framesOf([...begun, say.text("4"), say.text("2")], [say.started(), say.message("Again", "msg_2")]);
  const once = frames.reduce(applyFrame, emptyTranscript);
  expect(frames.reduce(applyFrame, once)).toBe(once);
  expect([...frames.slice(0, 4), ...frames.slice(2)].reduce(applyFrame, emptyTranscript)).toEqual(once);
  expect(entries(once).filter((entry): entry is Message => entry.kind === "message")).toHaveLength(2);
});

it("leaves what did not change the same, so that it is not drawn again", () => {
  const before = fold(
    [...begun, two, { type: "run.succeeded" }],
    [say.started(), say.message("And?", "msg_2"), say.asked()],
  );
  const [next] = framesOf([], [say.text("x")]);
  const after = applyFrame(before, { position: 2, event: { ...next?.event, seq: 99 } as never });
  expect(after.runs[0]).toBe(before.runs[0]);
  expect(after.runs[1]?.entries[0]).toBe(before.runs[1]?.entries[0]);
  expect(after.runs[1]?.entries[1]).not.toBe(before.runs[1]?.entries[1]);
});

it("tells what a tool's environment is busy with until the tool says something", () => {
  const building: EventBody = { type: "environment.log", text: "Resolved 3\nInstalled numpy\n" };
  expect(fold([...begun, two, building]).runs[0]?.preparing).toBe("Installed numpy");
  expect(fold([...begun, two, building, say.called(0)]).runs[0]?.preparing).toBeNull();
});
