import { expect, test } from "vitest";
import { emptyTranscript, type Transcript } from "#lib/runs/transcript.ts";
import { liveOf } from "./live-of.ts";

const transcript = (...entries: object[]) => ({ ...emptyTranscript, runs: [{ entries }] }) as unknown as Transcript;
const turn = (agent: string) => ({ kind: "turn", agent });
const handoff = (from: string, to: string) => ({ kind: "line", what: "handoff", from, to });

test.each([
  ["nothing yet", transcript(), null, null],
  ["a turn", transcript(turn("Desk")), "Desk", null],
  ["a turn of which nothing came yet", transcript(turn("Desk"), turn("")), "Desk", null],
  [
    "a handoff before the next turn",
    transcript(turn("Desk"), handoff("Desk", "환불")),
    "환불",
    { from: "Desk", to: "환불" },
  ],
  ["a handoff and back", transcript(handoff("A", "B"), turn("B"), handoff("B", "A")), "A", { from: "B", to: "A" }],
])("after %s", (_, log, agent, edge) => {
  expect(liveOf(log, "going")).toEqual({ agent, edge, running: true });
  expect(liveOf(log, "still").running).toBe(false);
});
