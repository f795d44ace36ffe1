import { expect, test } from "vitest";
import { beginDraft, isBehind, isDirty, meetVersion, rebase, settleSave } from "./agent-draft.ts";

const version = (day: number, text: string) => ({
  ...{ versionId: `av_${day}`, versionNumber: null, state: "draft" as const },
  ...{ savedAt: `2026-03-0${day}T00:00:00.000Z`, text },
});
const one = version(1, "one");
const two = version(2, "two");

test("without edits it goes on from the newest version", () => {
  expect(meetVersion(beginDraft(one), two)).toEqual(beginDraft(two));
});

test("edits stay on their version and are behind, until they are put on top", () => {
  const edited = { ...beginDraft(one), text: "mine" };
  expect(meetVersion(edited, two)).toBe(edited);
  expect(isBehind(edited, two)).toBe(true);
  const moved = rebase(edited, two);
  expect([isBehind(moved, two), isDirty(moved), moved.text]).toEqual([false, true, "mine"]);
});

test("a save settles what was sent; what was written since stays an edit, and the page that lags behind is no newer version", () => {
  const saved = settleSave({ ...beginDraft(one), text: "sent" }, { sent: "sent", saved: two });
  expect([isDirty(saved), saved.text, isBehind(saved, one)]).toEqual([false, "two", false]);
  const further = settleSave({ ...beginDraft(one), text: "sent and more" }, { sent: "sent", saved: two });
  expect([isDirty(further), further.text]).toEqual([true, "sent and more"]);
});

test("half-written JSON is an edit", () => {
  expect(isDirty({ ...beginDraft(one), unread: { output: "{" } })).toBe(true);
});
