import { readFile, rm } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { createAgent } from "#lib/agents/agents.ts";
import { createProvider } from "#lib/providers/providers.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { agentOf, converse, fileOf, inputOf, type Member, readRun, say, send, withRuns } from "./fixture.ts";

withDatabase();
withRuns();
const server = withModelServer();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Hosted tools");
});

const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SEARCH = {
  type: "web_search_call",
  id: "ws_1",
  status: "completed",
  action: { type: "search", query: "Jeju", sources: [{ type: "url", url: "https://jeju.example/" }] },
};
const OPENED = {
  type: "web_search_call",
  id: "ws_2",
  status: "completed",
  action: { type: "open_page", url: "https://jeju.example/" },
};
const FOUND = {
  type: "file_search_call",
  id: "fs_1",
  status: "completed",
  queries: ["refund"],
  results: [{ file_id: "file_1", filename: "terms.pdf", score: 0.9, text: "10 % is kept." }],
};
const RAN = {
  type: "code_interpreter_call",
  id: "ci_1",
  status: "completed",
  container_id: "cntr_1",
  code: "print(6 * 7)",
  outputs: [{ type: "logs", logs: "42" }],
};
const MADE = { type: "image_generation_call", id: "ig_1", status: "completed", result: PICTURE };
const LISTED = {
  type: "mcp_list_tools",
  id: "mcpl_1",
  server_label: "docs",
  tools: [{ name: "search", input_schema: { type: "object" } }],
};
const CALLED = {
  type: "mcp_call",
  id: "mcp_1",
  server_label: "docs",
  name: "search",
  arguments: '{"q":"x"}',
  output: "found",
  error: null,
};

function hosted(tools: object[], name = "gpt-5") {
  return agentOf(server, { model: { name, server: { api: "responses", baseUrl: server.url } }, hostedTools: tools });
}

test("what hosted tools did is kept as it came and sent back, and what is needed to show it is asked for", async () => {
  server.play([[SEARCH, OPENED, FOUND, RAN, LISTED, CALLED, say("Done.")], [say("Again.")]]);
  const tools = [
    { type: "web_search" },
    { type: "file_search", vector_store_ids: ["vs_1"] },
    { type: "code_interpreter", container: { type: "auto" } },
    { type: "mcp", server_label: "docs", server_url: "https://docs.example/mcp", require_approval: "never" },
  ];
  const { sessionId, last, of } = await converse(member, hosted(tools));
  expect(last?.type).toBe("run.succeeded");
  expect(of("model.responded")[0]?.items).toMatchObject([
    SEARCH,
    OPENED,
    FOUND,
    RAN,
    LISTED,
    CALLED,
    { type: "message" },
  ]);
  expect(server.requests[0]?.body.include).toEqual([
    "reasoning.encrypted_content",
    "web_search_call.action.sources",
    "file_search_call.results",
    "code_interpreter_call.outputs",
  ]);
  await readRun(await send(member, sessionId, "more"));
  expect(inputOf(server)).toMatchObject([{}, SEARCH, OPENED, FOUND, RAN, LISTED, CALLED, {}, {}]);
});

test("what they cost is counted by use, once for a container, and what is not known stays so", async () => {
  server.play([
    [SEARCH, { ...SEARCH, id: "ws_3" }, OPENED, FOUND, RAN, { ...RAN, id: "ci_2" }, MADE, say("Done.")],
    [{ ...RAN, id: "ci_3" }, say("Again.")],
  ]);
  const tools = [
    { type: "web_search" },
    { type: "file_search", vector_store_ids: ["vs_1"] },
    { type: "code_interpreter", container: { type: "auto" } },
    { type: "image_generation" },
  ];
  const { sessionId, of } = await converse(member, hosted(tools));
  expect(of("usage")).toMatchObject([
    {
      cost: expect.closeTo(0.0525 + (10 * 1.25 + 5 * 10) / 1e6, 9),
      hosted: [
        { type: "web_search", uses: 2, cost: 0.02 },
        { type: "file_search", uses: 1, cost: 0.0025 },
        { type: "code_interpreter", uses: 1, cost: 0.03 },
        { type: "image_generation", uses: 1, cost: null },
      ],
    },
  ]);
  const again = await readRun(await send(member, sessionId, "more"));
  expect(again.of("usage")[0]).not.toHaveProperty("hosted");
});

describe("a picture", () => {
  test("is a file of the session; the log has its name and no letter of it, and the next request all of it", async () => {
    server.play([[MADE, say("There.")], [say("Brighter.")], [say("Gone.")]]);
    const { sessionId, events, of } = await converse(member, hosted([{ type: "image_generation" }]));
    expect(of("model.responded")[0]?.items[0]).toEqual({
      ...MADE,
      result: null,
      file: { name: "image.png", mediaType: "image/png", bytes: 70 },
    });
    expect(JSON.stringify(events)).not.toContain(PICTURE.slice(0, 40));
    expect((await readFile(fileOf(member, sessionId, "image.png"))).toString("base64")).toBe(PICTURE);
    await readRun(await send(member, sessionId, "brighter"));
    expect(inputOf(server)[1]).toEqual(MADE);
    await rm(fileOf(member, sessionId, "image.png"));
    const { last } = await readRun(await send(member, sessionId, "and now?"));
    expect(last?.type).toBe("run.succeeded");
    expect(inputOf(server)[1]).toEqual({ ...MADE, result: null });
  });

  test("takes no other's place, and what is none is not kept", async () => {
    server.play([[MADE, { ...MADE, id: "ig_2" }, { ...MADE, id: "ig_3", result: "bm8gcGljdHVyZQ==" }, say("There.")]]);
    const { of } = await converse(member, hosted([{ type: "image_generation" }]));
    const files = of("model.responded")[0]?.items.map(({ file }) => (file as { name: string } | undefined)?.name);
    expect(files).toEqual([
      expect.stringMatching(/^image(-2)?\.png$/),
      expect.stringMatching(/^image(-2)?\.png$/),
      undefined,
      undefined,
    ]);
    expect(new Set(files?.slice(0, 2)).size).toBe(2);
  });
});

test("o3 is not given a forced tool choice beside a hosted tool, and the reason is told", async () => {
  const input = { name: "Ours", api: "responses" as const, baseUrl: server.url, allowPrivate: true };
  await createProvider(member, { ...input, key: null, headers: {}, isDefault: true, defaultModel: null });
  const written = {
    name: "Forced",
    model: { name: "o3" },
    settings: { toolChoice: "required" },
    hostedTools: [{ type: "web_search" }],
  };
  const file = agentOf(server, written);
  await expect(createAgent(member, file)).rejects.toThrow(/forces the tool choice "required" beside.*o3 refuses/);
  await expect(createAgent(member, agentOf(server, { ...written, settings: {} }))).resolves.toBeDefined();
  await expect(
    createAgent(member, agentOf(server, { ...written, name: "Other", model: { name: "gpt-5" } })),
  ).resolves.toBeDefined();
});
