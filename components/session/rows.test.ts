import { expect, it } from "vitest";
import type { EventBody } from "#lib/runs/schema.ts";
import { framesOf, item, say } from "#lib/runs/session-log.test-support.ts";
import { applyFrame, emptyTranscript } from "#lib/runs/transcript.ts";
import { listRows } from "./rows.ts";

const transcriptOf = (...runs: EventBody[][]) => framesOf(...runs).reduce(applyFrame, emptyTranscript);
const begun = [say.started(), say.message("Hello")];

it("puts calls that follow each other into one row, over several answers", () => {
  const rows = listRows(
    transcriptOf([
      ...begun,
      say.asked(),
      say.responded([item.text("I look."), item.call("a"), item.call("b")]),
      say.asked(2),
      say.responded([item.call("c")], 2),
      say.asked(3),
      say.responded([item.text("Done.")], 3),
    ]),
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["message", "answer", "calls", "answer"]);
  expect(rows[2]?.kind === "calls" && rows[2].calls.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect(rows.map((row) => row.kind === "answer" && row.end)).toEqual([false, "more", false, "last"]);
});

it("shows that an answer is awaited, and a handoff in place of its call", () => {
  const waiting = listRows(transcriptOf([...begun, say.asked()]));
  expect(waiting.map(({ kind }) => kind)).toEqual(["message", "wait"]);
  const over: EventBody = { type: "handoff", agent: "clerk", turn: 1, index: 0, to: "refunds" };
  const rows = listRows(transcriptOf([...begun, say.asked(), say.responded([item.call("transfer")]), over]));
  expect(rows.map(({ kind }) => kind)).toEqual(["message", "handoff"]);
});

it("gives an unchanged run the same rows, and each row a key of its own", () => {
  const first: EventBody[] = [...begun, say.asked(), say.responded([item.text("Hi"), item.call("a"), item.text("!")])];
  const frames = framesOf(first, [say.started(), say.message("More", "msg_2"), say.asked(), say.text("We")]);
  const before = frames.slice(0, -1).reduce(applyFrame, emptyTranscript);
  const after = frames.reduce(applyFrame, emptyTranscript);
  const again = applyFrame(before, frames.at(-1) as (typeof frames)[number]);
  expect(listRows(again)[1]).toBe(listRows(before)[1]);
  const keys = listRows(after).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
