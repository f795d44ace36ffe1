import { expect, it } from "vitest";
import { framesOf, item, say } from "#lib/runs/session-log.test-support.ts";
import { applyFrame, emptyTranscript } from "#lib/runs/transcript.ts";
import { sumUsage } from "./usage-sums.ts";

const frames = framesOf(
  [
    say.started(),
    say.message("Hello"),
    say.asked(),
    say.responded([item.call("calculator"), item.call("dates"), item.call("calculator")]),
    say.used(1, 0.5),
    say.called(0),
    say.returned(0, "1"),
    say.failed(2, "No."),
    say.asked(2),
    say.responded([item.text("Done.")], 2),
    say.used(2, null),
  ],
  [say.started(), say.message("More", "msg_2"), say.asked(), say.responded([item.text("Yes.")])],
);

it("adds up what is known, and counts what is not", () => {
  const { total, agents, turns } = sumUsage(frames.reduce(applyFrame, emptyTranscript));
  expect(total).toEqual({
    ...{ turns: 3, input: 200, cached: 80, output: 40, reasoning: 10 },
    ...{ cost: 0.5, unpriced: 1, uncounted: 1 },
  });
  expect(agents).toEqual([{ name: "clerk", sum: total }]);
  expect(turns.map(({ model, sum }) => [model, sum.cost, sum.unpriced])).toEqual([
    ["gpt-x", 0.5, 0],
    ["gpt-x", 0, 1],
    ["gpt-x", 0, 0],
  ]);
});

it("counts calls and failures by tool", () => {
  const { tools } = sumUsage(frames.reduce(applyFrame, emptyTranscript));
  expect(tools).toEqual([
    { name: "calculator", calls: 2, failed: 1, ms: 280 },
    { name: "dates", calls: 1, failed: 0, ms: 0 },
  ]);
});
