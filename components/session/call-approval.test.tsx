import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { EventBody } from "#lib/runs/schema.ts";
import { framesOf, item, say } from "#lib/runs/session-log.test-support.ts";
import { openSession } from "./open-session.test-support.tsx";

beforeAll(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(3_000);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(3_000);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
});
afterEach(cleanup);

const place = { agent: "clerk", turn: 1, index: 0 };
const asked: EventBody = {
  ...{ type: "approval.asked", ...place, name: "calculator", arguments: '{"a":7}', expiresAt: "2026-01-08T00:00:00Z" },
};
const decided = (more: object): EventBody => ({
  ...{
    type: "approval.decided",
    ...place,
    decision: "approve",
    by: "mem_1",
    arguments: null,
    reason: null,
    scope: "call",
  },
  ...more,
});
const begun = [
  say.started(),
  say.message("Go"),
  say.asked(),
  say.responded([item.call("calculator", '{"a":7}')]),
  asked,
] as EventBody[];
const open = (more: Parameters<typeof openSession>[0] = {}) =>
  openSession({ runs: [begun], change: { status: "waiting", runId: "run_1" }, ...more });
const card = () => screen.getByRole("region", { name: "calculator waits for approval" });
const URL = "/api/sessions/ses_1/approvals";

describe("a call that waits for approval", () => {
  it("shows what it would be given, and is approved for the session", async () => {
    const { asked: sent } = await open();
    expect(within(card()).getByRole("group", { name: "Arguments of calculator" }).textContent).toContain("7");
    expect(screen.getByText("Waiting for approval")).toBeTruthy();
    fireEvent.click(within(card()).getByRole("switch", { name: /Do not ask again/ }));
    fireEvent.click(within(card()).getByRole("button", { name: "Approve" }));
    await vi.waitUntil(() => sent.some(({ what }) => what === `POST ${URL}`));
    const answer = { runId: "run_1", call: "1.0", decision: "approve", scope: "session" };
    expect(sent.find(({ what }) => what === `POST ${URL}`)?.with).toEqual(answer);
  });

  it("is rejected with a reason", async () => {
    const { asked: sent } = await open();
    fireEvent.click(within(card()).getByRole("button", { name: "Reject…" }));
    const reason = within(card()).getByRole("textbox", { name: "Why not (the model is told)" });
    fireEvent.change(reason, { target: { value: "too much" } });
    fireEvent.click(within(card()).getByRole("button", { name: "Reject" }));
    await vi.waitUntil(() => sent.some(({ what }) => what === `POST ${URL}`));
    const answer = { runId: "run_1", call: "1.0", decision: "reject", reason: "too much" };
    expect(sent.find(({ what }) => what === `POST ${URL}`)?.with).toEqual(answer);
  });

  it("is approved with other arguments, as its form has them", async () => {
    const { asked: sent } = await open();
    fireEvent.click(within(card()).getByRole("button", { name: "Edit arguments" }));
    fireEvent.change(await within(card()).findByRole("textbox", { name: /^a/ }), { target: { value: "8" } });
    fireEvent.click(within(card()).getByRole("button", { name: "Approve with these arguments" }));
    await vi.waitUntil(() => sent.some(({ what }) => what === `POST ${URL}`));
    expect(sent.find(({ what }) => what === `POST ${URL}`)?.with).toMatchObject({ arguments: '{"a":8}' });
  });

  it("tells who was quicker", async () => {
    const { answers } = await open();
    const error = { code: "conflict", message: "Mina has already rejected this call." };
    answers.set(URL, () => Response.json({ error }, { status: 409 }));
    fireEvent.click(within(card()).getByRole("button", { name: "Approve" }));
    expect((await within(card()).findByRole("alert")).textContent).toBe(error.message);
  });

  it("says afterwards who decided, and is not to be decided by who may not write", async () => {
    const { send } = await open({ mayWrite: false });
    expect(screen.getByText("It waits for somebody who may decide.")).toBeTruthy();
    const frames = framesOf([...begun, decided({ arguments: '{"a":8}', scope: "session" })]).slice(-1);
    await send(frames.map((frame) => ({ type: "log" as const, ...frame })));
    expect(screen.getByText("Approved by Mina")).toBeTruthy();
    expect(screen.getByText(/for the rest of the session/)).toBeTruthy();
    expect(screen.getByText("With these arguments in place of the model’s:")).toBeTruthy();
  });

  it("speaks Korean", async () => {
    await open({ locale: "ko" });
    expect(screen.getByRole("region", { name: "calculator 호출이 승인을 기다립니다" })).toBeTruthy();
  });
});
