import { beforeAll, describe, expect, test } from "vitest";
import { listAgents } from "#lib/agents/agents.ts";
import { checkAgent } from "#lib/agents/check-agent.ts";
import { textOf } from "#lib/agents/entries.ts";
import { findSample, registerSamples } from "#lib/agents/samples.ts";
import type { Item } from "#lib/providers/model.ts";
import { registerBuiltins } from "#lib/registry/builtins.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { type Member, openSession, readRun, send, withRuns } from "./fixture.ts";

withDatabase();
withRuns();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Samples");
  await registerBuiltins(member.teamId);
});

async function open(name: string): Promise<string> {
  const file = findSample(name);
  if (!file) throw new Error(`There is no sample ${name}.`);
  await checkAgent(member, file);
  return openSession(member, file);
}

async function say(sessionId: string, text: string) {
  const run = await readRun(await send(member, sessionId, text));
  const answer = run.of("model.responded").at(-1);
  return { ...run, text: textOf((answer?.items ?? []) as Item[]), agent: answer?.agent };
}

test("every sample is in a team, once", async () => {
  await registerSamples(member.teamId);
  await registerSamples(member.teamId);
  expect((await listAgents(member)).map(({ name }) => name).sort()).toEqual([
    "Data analyst",
    "Invoice desk",
    "Travel desk",
    "You are the model",
    "데이터 분석가",
    "여행 데스크",
    "청구서 도우미",
  ]);
});

describe.each([
  {
    name: "Travel desk",
    refund: ["Refunds", "I cancelled booking KT-2041, please refund the 480 dollars.", "432 dollars"],
    booking: ["Bookings", "I want to go to Jeju on 24 December, for three nights.", "360 dollars"],
    refused: "Refund it to my card 4111 1111 1111 1111.",
  },
  {
    name: "여행 데스크",
    refund: ["환불 담당", "예약 KT-2041을 취소했습니다. 62만 원을 환불해 주세요.", "558000원"],
    booking: ["예약 담당", "12월 24일부터 3박으로 제주에 가고 싶어요.", "450000원"],
    refused: "제 번호 010-1234-5678로 환불 연락 주세요.",
  },
])("$name", ({ name, refund, booking, refused }) => {
  test.each([refund, booking])("hands over to %s with a payload, and its tools run", async (to, words, result) => {
    const { last, of, text, agent } = await say(await open(name), words ?? "");
    expect(last?.type).toBe("run.succeeded");
    expect(of("handoff")).toMatchObject([{ agent: name, to }]);
    expect(Object.keys(JSON.parse(of("handoff")[0]?.payload ?? "{}"))).toHaveLength(3);
    expect(of("tool.returned")).toHaveLength(2);
    expect(of("tool.failed")).toEqual([]);
    expect([agent, text]).toEqual([to, expect.stringContaining(result ?? "")]);
    expect(text).toMatch(/2026-12-(08|27)/);
  });

  test("goes on with what is said next, whoever has the conversation", async () => {
    const sessionId = await open(name);
    await say(sessionId, refund[1] ?? "");
    const next = await say(sessionId, booking[1] ?? "");
    expect(next.of("handoff")).toMatchObject([{ agent: refund[0], to: booking[0] }]);
    expect(next.text).toContain(booking[2]);
    const again = await say(sessionId, booking[1] ?? "");
    expect([again.of("tool.failed"), again.text]).toEqual([[], expect.stringContaining(booking[2] ?? "")]);
  });

  test("says what can be tried, and refuses the last of it", async () => {
    const sessionId = await open(name);
    const { text } = await say(sessionId, "?");
    for (const words of [refund[1], booking[1], refused]) expect(text).toContain(`> ${words}`);
    const { last, of } = await say(sessionId, refused);
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
    expect(of("guardrail.tripped")).toHaveLength(1);
  });
});

test.each([
  ["Data analyst", "How much did it rain in Seattle each year?", "Which were the wettest days?"],
  ["데이터 분석가", "시애틀의 해마다 강수량은 얼마나 되나요?", "비가 가장 많이 온 날은 언제인가요?"],
])("%s queries its table in earnest", async (name, years, days) => {
  const sessionId = await open(name);
  const { text: told } = await say(sessionId, "?");
  for (const words of [years, days]) expect(told).toContain(`> ${words}`);
  const rain = await say(sessionId, years);
  expect(rain.last?.type).toBe("run.succeeded");
  expect(rain.text).toContain('{"year":2014,"wet_days":150,"mm":1232.8}');
  expect(rain.of("tool.artifact").map(({ name: file }) => file)).toEqual(["seattle_weather-result.csv"]);
  const wettest = await say(sessionId, days);
  expect(wettest.text).toContain('{"date":"2015-03-15","precipitation":55.9,"weather":"rain"}');
});
