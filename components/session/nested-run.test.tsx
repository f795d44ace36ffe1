import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { EventBody } from "#lib/runs/schema.ts";
import { framesOf, item, say } from "#lib/runs/session-log.test-support.ts";
import { openSession } from "./open-session.test-support.tsx";

// A page without layout would show no row of a thread that is cut to what is in sight.
beforeAll(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(3_000);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(3_000);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
});
afterEach(cleanup);

const inside = (body: EventBody): EventBody => ({ ...body, within: "1.0" }) as EventBody;
const asks: EventBody = { type: "agent.asked", agent: "clerk", turn: 1, index: 0, to: "expert", input: "How much?" };
const begun = [say.started(), say.message("Hi"), say.asked(), say.responded([item.call("ask_expert")]), asks];
const works = [
  inside(say.asked()),
  inside(say.responded([item.call("calculator")])),
  inside(say.called(0)),
  inside(say.returned(0, "7")),
  inside(say.used(1, 0.01)),
  inside(say.asked(2)),
  inside(say.text("Sev", 2)),
];

it("the card of a call that asks an agent shows its conversation while it goes on, and folds when it ends", async () => {
  const log = [...begun, ...works];
  const { send } = await openSession({ runs: [log] });
  const part = screen.getByRole("region", { name: "What expert did" });
  expect(part.textContent).toContain("How much?");
  expect(within(part).getByRole("button", { name: /^calculator/ })).toBeTruthy();
  expect(within(part).getByText("Sev")).toBeTruthy();
  expect(part.textContent).toContain("1 answer · 100 → 20 tokens · $0.0100");
  const frame = framesOf([...log, say.returned(0, "Seven.")]).at(-1);
  if (frame) await send([{ type: "log", ...frame }]);
  expect(screen.queryByRole("region", { name: "What expert did" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /ask_expert/ }));
  expect(screen.getByRole("region", { name: "What expert did" })).toBeTruthy();
});

it("the row of a handoff opens to what was given along, what its tool did and what is shown from there on", async () => {
  const over: EventBody = {
    type: "handoff",
    agent: "clerk",
    turn: 1,
    index: 0,
    to: "expert",
    payload: '{"n":90071992547409931}',
  };
  const helper = (body: EventBody) => ({ ...body, helper: "onHandoff" }) as EventBody;
  const filtered: EventBody = {
    type: "context.filtered",
    agent: "clerk",
    turn: 1,
    index: 0,
    by: "summary",
    summary: "All of it.",
  };
  await openSession({
    runs: [
      [
        ...begun.slice(0, 4),
        helper(say.called(0, "desk")),
        helper(say.log(0, "looked\n")),
        helper(say.returned(0, "noted")),
        over,
        filtered,
      ],
    ],
  });
  fireEvent.click(screen.getByRole("button", { name: /What was given along/ }));
  expect(screen.getByText(/90071992547409931/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Told desk/ }));
  expect(screen.getByText("looked")).toBeTruthy();
  expect(screen.getByText(/noted/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Goes on from a summary/ }));
  expect(screen.getByText("All of it.")).toBeTruthy();
});
