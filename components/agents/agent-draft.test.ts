import { expect, test } from "vitest";
import { beginDraft, edit, isBehind, isDirty, meetVersion, rebase, redo, settleSave, undo } from "./agent-draft.ts";

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

test("each edit is a step back, those of one thing in quick succession are one, and an undone one comes again", () => {
  let draft = beginDraft(one);
  draft = edit(draft, { text: "a", about: "name", at: 0 });
  draft = edit(draft, { text: "ab", about: "name", at: 900 });
  draft = edit(draft, { text: "abc", about: "name", at: 5_000 });
  draft = edit(draft, { text: "abcd", about: "model", at: 5_100 });
  const seen = [draft.text];
  for (let step = 0; step < 4; step++) {
    draft = undo(draft);
    seen.push(draft.text);
  }
  expect(seen).toEqual(["abcd", "abc", "ab", "one", "one"]);
  expect(redo(redo(draft)).text).toBe("abc");
  expect(redo(edit(redo(draft), { text: "new", about: "name", at: 9_000 })).text).toBe("new");
});

test("an undone edit is an edit no more, and lets go of what was half written", () => {
  const edited = { ...edit(beginDraft(one), { text: "a", about: "output", at: 0 }), unread: { output: "{" } };
  expect(isDirty(undo(edited))).toBe(false);
});
