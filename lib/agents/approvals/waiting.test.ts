import { expect, test } from "vitest";
import type { EventBody } from "#lib/runs/schema.ts";
import { Conversation } from "../conversation.ts";
import { answered, callItem, read, returned, said, started } from "../log.test-support.ts";
import { nextStep } from "../next-step.ts";
import { AgentLimits } from "../schema.ts";
import { editNote, grantKey, refusal } from "./waiting.ts";

const limits = AgentLimits.parse({});
const place = { agent: "Tester", turn: 1 };

const asked = (index: number): EventBody => ({
  type: "approval.asked",
  ...place,
  index,
  name: "echo",
  arguments: "{}",
  expiresAt: "2026-01-08T00:00:00.000Z",
});
const decided = (
  index: number,
  decision: "approve" | "reject" | "expired" = "approve",
  more: { scope?: "call" | "session"; arguments?: string; reason?: string } = {},
): EventBody => ({
  type: "approval.decided",
  ...place,
  index,
  decision,
  by: decision === "expired" ? null : "mem_1",
  arguments: more.arguments ?? null,
  reason: more.reason ?? null,
  scope: more.scope ?? "call",
});
const begun = [started(), said("go"), answered([callItem("c1"), callItem("c2")])];
const stepOf = (...events: EventBody[]) => nextStep(read([...begun, ...events]), limits, 0);

test("a run waits while every open call does, and goes on with what was decided, whatever that was", () => {
  expect(stepOf(asked(0)).type).toBe("call");
  expect(stepOf(asked(0), asked(1)).type).toBe("wait");
  expect(stepOf(asked(0), returned(1, "x")).type).toBe("wait");
  for (const decision of ["approve", "reject", "expired"] as const)
    expect(stepOf(asked(0), asked(1), decided(1, decision)).type).toBe("call");
  expect(stepOf(asked(0), decided(0), returned(0, "x"), returned(1, "y")).type).toBe("ask");
});

test("a conversation keeps what was approved for the rest of its session, by function and agent", () => {
  const { granted } = read([...begun, asked(0), decided(0, "approve", { scope: "session" })]);
  expect([...granted]).toEqual([[grantKey("Tester", "echo"), "mem_1"]]);
  expect(read([...begun, asked(0), decided(0)]).granted.size).toBe(0);
});

test("the time in which nothing but waiting could be done is counted", () => {
  const conversation = new Conversation();
  const seconds = (body: EventBody, at: number) =>
    conversation.apply({ ...body, runId: "run_1", at: new Date(at * 1000).toISOString() } as never);
  for (const body of begun) seconds(body, 10);
  seconds(asked(0), 20);
  seconds({ type: "tool.called", ...place, index: 1, callId: "c", toolName: "echo", arguments: "{}" }, 21);
  seconds(returned(1, "x"), 30);
  seconds(decided(0), 100);
  seconds(returned(0, "y"), 105);
  expect(conversation.run?.waited).toBe(71_000);
  const step = (now: number) => nextStep(conversation, { ...limits, seconds: 30 }, now * 1000).type;
  expect([step(110), step(111)]).toEqual(["ask", "pause"]);
});

test("a question of the model server is answered by the decision itself", () => {
  const request = { type: "mcp_approval_request", id: "mcpr_1", server_label: "docs", name: "read", arguments: "{}" };
  const { last } = read([...begun.slice(0, 2), answered([request]), asked(0), decided(0)]);
  expect(last?.calls).toMatchObject([{ kind: "mcp", name: "docs/read", callId: "mcpr_1", output: "Approved." }]);
});

test("the model hears why a call did not run, and of arguments that a person changed", () => {
  expect(refusal({ decision: "reject", reason: null })).toBe("The call did not run: a person rejected it.");
  expect(refusal({ decision: "reject", reason: "why?" })).toBe(
    "The call did not run: a person rejected it, and said: why?",
  );
  expect(refusal({ decision: "expired", reason: null })).toBe("The call did not run: nobody approved it in time.");
  const { last } = read([...begun, asked(0), decided(0, "approve", { arguments: '{"a":1}' })]);
  expect(last?.calls.map(editNote)).toEqual([
    'A person changed the arguments of this call before it ran, to {"a":1}\n\n',
    "",
  ]);
});
