import { describe, expect, it } from "vitest";
import type { EventBody } from "./schema.ts";
import { framesOf, item, say } from "./session-log.test-support.ts";
import { applyFrame, emptyTranscript } from "./transcript.ts";

const inside = (body: EventBody, within = "1.0"): EventBody => ({ ...body, within }) as EventBody;
const asks: EventBody = { type: "agent.asked", agent: "clerk", turn: 1, index: 0, to: "expert", input: "How much?" };
const begun = [say.started(), say.message("Hi"), say.asked(), say.responded([item.call("ask_expert")]), asks];

function fold(...events: EventBody[]) {
  return framesOf([...begun, ...events]).reduce(applyFrame, emptyTranscript).runs[0];
}

describe("an agent that a call asks", () => {
  it("has a part of its own, whose events touch nothing around it", () => {
    const run = fold(
      inside(say.asked()),
      inside(say.text("Sev")),
      inside(say.responded([item.call("calculator")])),
      inside(say.called(0)),
      inside(say.returned(0, "7")),
    );
    const turns = run?.entries.filter(({ kind }) => kind === "turn");
    expect(turns).toMatchObject([{ calls: [{ name: "ask_expert", state: "running", within: null }] }]);
    const nested = run?.nested["1.0"];
    expect(nested).toMatchObject({ agent: "expert", question: "How much?", within: "1.0", status: "running" });
    expect(nested?.entries).toMatchObject([
      { key: "run_1/1.0/1", calls: [{ key: "run_1/1.0/1/0", state: "returned", within: "1.0" }] },
    ]);
  });

  it("can ask another one, and ends with its call", () => {
    const deeper = inside({ ...asks, turn: 2 } as EventBody);
    const run = fold(deeper, inside(say.asked(), "1.0/2.0"), say.returned(0, "7"));
    expect(run?.nested["1.0"]).toMatchObject({ status: "succeeded", endedAt: expect.any(String) });
    expect(run?.nested["1.0"]?.nested["2.0"]?.entries).toMatchObject([{ kind: "turn", state: "cut" }]);
  });
});

it("a filter belongs to the handoff before it", () => {
  const over: EventBody = { type: "handoff", agent: "clerk", turn: 1, index: 0, to: "expert" };
  const filtered: EventBody = { type: "context.filtered", agent: "clerk", turn: 1, index: 0, by: "last", messages: 2 };
  expect(fold(over, filtered)?.entries.at(-1)).toMatchObject({ what: "handoff", filter: { by: "last", messages: 2 } });
  expect(fold(over)?.entries.at(-1)).toMatchObject({ what: "handoff", filter: null });
});
