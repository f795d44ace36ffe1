import { access, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import {
  agentOf,
  call,
  converse,
  fileOf,
  inputOf,
  type Member,
  openSession,
  outputsOf,
  readRun,
  say,
  send,
  untilEvent,
  withTools,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Calls");
});

function agent(names: Parameters<typeof tool>[0][], more = {}) {
  return agentOf(server, { tools: names.map(tool), ...more });
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

describe("several calls in a turn", () => {
  test("run side by side, are journalled as each ends, and are answered in call order", async () => {
    server.play([
      [call("hold", { name: "a" }, "c1"), call("hold", { name: "b" }, "c2"), call("echo", { text: 7 }, "c3")],
      [say("done")],
    ]);
    const sessionId = await openSession(member, agent(["hold", "echo"]));
    const runId = await send(member, sessionId, "go");
    const at = (name: string) => fileOf(member, sessionId, name);
    await vi.waitUntil(async () => (await isThere(at("held-a"))) && (await isThere(at("held-b"))), { timeout: 20_000 });
    await writeFile(at("go-b"), "");
    await untilEvent(runId, (event) => event.type === "tool.returned" && event.index === 1);
    await writeFile(at("go-a"), "");
    const { last, of } = await readRun(runId);
    expect(last?.type).toBe("run.succeeded");
    expect(of("tool.returned").map(({ index }) => index)).toEqual([1, 0]);
    const rest = inputOf(server).slice(1);
    expect(rest.map(({ type, call_id }) => [type, call_id])).toEqual([
      ["function_call", "c1"],
      ["function_call", "c2"],
      ["function_call", "c3"],
      ["function_call_output", "c1"],
      ["function_call_output", "c2"],
      ["function_call_output", "c3"],
    ]);
    expect(outputsOf(server)).toEqual(["a", "b", expect.stringContaining("`text`")]);
  });
});

test("a failing tool, bad JSON, a mismatch and a tool that is not there are told to the model, and the run goes on", async () => {
  server.play([
    [
      call("fail", {}, "c1"),
      call("echo", '{"text" "Jeju"}', "c2"),
      call("echo", { text: 7 }, "c3"),
      call("get_date", {}, "c4"),
      call("echo", { text: "fine" }, "c5"),
    ],
    [say("done")],
  ]);
  const { last, of } = await converse(member, agent(["echo", "fail"]));
  expect(last?.type).toBe("run.succeeded");
  const [broke, json, mismatch, unknown, fine] = outputsOf(server);
  expect(broke).toMatch(/failed with exit code 1/);
  expect(json).toMatch(/JSON/);
  expect(mismatch).toMatch(/`text`/);
  expect(unknown).toMatch(/get_date.*echo.*fail/);
  expect(fine).toBe("fine");
  expect(
    of("tool.failed")
      .map(({ index }) => index)
      .toSorted(),
  ).toEqual([0, 1, 2, 3]);
  expect(of("tool.called")).toHaveLength(5);
});

test.each(["responses", "chat"])("a conversation with a broken call goes on over the %s API, for ever", async (api) => {
  const broken = ['{"text":"cut', "[1]", '"x"', "7", "null", "true"];
  server.play([broken.map((text, at) => call("echo", text, `c${at}`)), [say("sorry")], [say("fine")]]);
  const model = { name: "test-model", server: { api, baseUrl: server.url } };
  const { sessionId, of } = await converse(member, agent(["echo"], { model }));
  expect(
    of("tool.failed")
      .map(({ index }) => index)
      .toSorted(),
  ).toEqual([0, 1, 2, 3, 4, 5]);
  expect(of("model.responded")[0]?.items.map(({ arguments: given }) => given)).toEqual(broken);
  expect((await readRun(await send(member, sessionId, "again"))).last?.type).toBe("run.succeeded");
  const body = JSON.stringify(server.requests.at(-1)?.body);
  expect([...body.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)].map(([, text = ""]) => JSON.parse(text))).toEqual(
    broken.map(() => "{}"),
  );
});
