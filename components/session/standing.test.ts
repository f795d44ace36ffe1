import { expect, it } from "vitest";
import type { EventBody } from "#lib/runs/schema.ts";
import { framesOf, item, say } from "#lib/runs/session-log.test-support.ts";
import { applyFrame, emptyTranscript } from "#lib/runs/transcript.ts";
import { emptySession } from "./session-store.ts";
import { isGoing, standingOf } from "./standing.ts";

const begun = [say.started(), say.message("Hello"), say.asked()];
const calls = say.responded([item.call("a"), item.call("b")]);
const retry: EventBody = {
  type: "retry",
  agent: "clerk",
  turn: 1,
  attempt: 1,
  message: "HTTP 429",
  waitMs: 3500,
  partial: "",
};

it.each<[string, EventBody[], object]>([
  ["begins", [say.started()], { is: "between" }],
  ["asks", begun, { is: "asked", by: "server" }],
  ["writes", [...begun, say.text("Hi")], { is: "writing", agent: "clerk" }],
  ["waits to ask again", [...begun, retry], { is: "retrying", seconds: 4 }],
  ["writes a call", [...begun, say.writes(0, "a", "{")], { is: "calling", tools: ["a"] }],
  ["calls", [...begun, calls, say.called(0, "a"), say.returned(0, "1")], { is: "calling", tools: ["b"] }],
  ["has all results", [...begun, calls, say.returned(0, "1"), say.returned(1, "2")], { is: "between" }],
])("a run that %s is going", (_, events, standing) => {
  const found = standingOf({ ...emptySession, transcript: framesOf(events).reduce(applyFrame, emptyTranscript) });
  expect(found).toMatchObject(standing);
  expect(isGoing(found)).toBe(true);
});

it.each<[EventBody, object]>([
  [{ type: "run.succeeded" }, { is: "answered" }],
  [{ type: "run.cancelled", message: "Stopped." }, { is: "cancelled" }],
  [
    { type: "run.failed", code: "internal", message: "Broken." },
    { is: "failed", message: "Broken." },
  ],
  [
    { type: "run.paused", reason: "turns", message: "10 turns." },
    { is: "paused", message: "10 turns." },
  ],
])("after %o nothing is", (end, standing) => {
  const found = standingOf({
    ...emptySession,
    transcript: framesOf([...begun, end]).reduce(applyFrame, emptyTranscript),
  });
  expect(found).toMatchObject(standing);
  expect(isGoing(found)).toBe(false);
});

it("is loading until the server has said that there is nothing", () => {
  expect(standingOf(emptySession)).toEqual({ is: "loading" });
  expect(standingOf({ ...emptySession, connection: "live" })).toEqual({ is: "empty" });
});
