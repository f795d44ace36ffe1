import { rm, symlink, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { addFile } from "#lib/agents/files.ts";
import { sendMessage } from "#lib/agents/talk.ts";
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
  message,
  openSession,
  readRun,
  say,
  send,
  withTools,
  wordsOf,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Settings");
});

/** A field of each request's body. */
function sent(field: string): unknown[] {
  return server.requests.map(({ body }) => body[field]);
}

describe("a forced tool choice", () => {
  const turns = () => [[call("key", {}, "c1")], [say("done")], [call("key", {}, "c2")], [say("done")]];

  test.each<[string, unknown]>([
    ["required", "required"],
    ["key", { type: "function", name: "key" }],
  ])("of %s holds for the first use in each run", async (toolChoice, choice) => {
    server.play(turns());
    const { sessionId } = await converse(member, agentOf(server, { tools: [tool("key")], settings: { toolChoice } }));
    await readRun(await send(member, sessionId, "more"));
    expect(sent("tool_choice")).toEqual([choice, undefined, choice, undefined]);
  });

  test("of none is no forced one and stays", async () => {
    server.play([[say("done")]]);
    await converse(member, agentOf(server, { tools: [tool("key")], settings: { toolChoice: "none" } }));
    expect(sent("tool_choice")).toEqual(["none"]);
  });

  test("of a tool that the agent does not have ends the run with a sentence that names it", async () => {
    const { last } = await converse(
      member,
      agentOf(server, { tools: [tool("key")], settings: { toolChoice: "gone" } }),
    );
    expect(last).toMatchObject({ type: "run.failed", message: expect.stringContaining('"gone"') });
    expect(server.requests).toEqual([]);
  });
});

test("settings are sent as they are named there", async () => {
  server.play([[say("done")]]);
  const settings = {
    ...{ temperature: 0.5, topP: 0.9, maxOutputTokens: 500, parallelToolCalls: false, truncation: "auto" },
    ...{ verbosity: "low", metadata: { team: "x" }, serviceTier: "flex" },
  };
  await converse(member, agentOf(server, { tools: [tool("key")], settings }));
  expect(server.requests[0]?.body).toMatchObject({
    ...{ temperature: 0.5, top_p: 0.9, max_output_tokens: 500, parallel_tool_calls: false, truncation: "auto" },
    ...{ text: { verbosity: "low" }, metadata: { team: "x" }, service_tier: "flex", store: false },
  });
});

test("tools that the server runs itself go along with the others, and what they say is kept", async () => {
  const search = { type: "web_search_call", status: "completed", action: { type: "search", query: "Jeju" } };
  server.play([[search, say("found"), call("key", {}, "c1")], [say("done")]]);
  const file = agentOf(server, { tools: [tool("key")], hostedTools: [{ type: "web_search" }] });
  const { last } = await converse(member, file);
  expect(last?.type).toBe("run.succeeded");
  expect((sent("tools")[0] as { type: string }[]).map(({ type }) => type)).toEqual(["function", "web_search"]);
  expect(inputOf(server)[1]).toMatchObject(search);
});

describe("an answer of a schema", () => {
  const output = {
    type: "object",
    properties: { city: { type: "string" }, degrees: { type: "integer" } },
    required: ["city", "degrees"],
    additionalProperties: false,
  };
  const right = '{"city":"Jeju","degrees":21}';

  test("is asked for as such, and is the run's end when it fits", async () => {
    server.play([[say(right)]]);
    const { last } = await converse(member, agentOf(server, { output }));
    expect(last?.type).toBe("run.succeeded");
    expect(sent("text")).toMatchObject([{ format: { type: "json_schema", strict: true, schema: output } }]);
  });

  test.each([
    ["no JSON", "It is 21 degrees."],
    ["another shape", '{"city":"Jeju","degrees":"warm"}'],
  ])("that is %s goes back once with the reason", async (_, wrong) => {
    server.play([[say(wrong)], [say(right)]]);
    const { last, of } = await converse(member, agentOf(server, { output }));
    expect(last?.type).toBe("run.succeeded");
    expect(of("output.refused")).toHaveLength(1);
    expect(wordsOf(server).slice(1)).toEqual([
      ["assistant", wrong],
      ["user", expect.stringMatching(/must be JSON of the required schema/)],
    ]);
  });

  test("that is wrong twice is a failure that says so", async () => {
    server.play([[say("no")], [say("no")]]);
    const { last } = await converse(member, agentOf(server, { output }));
    expect(last).toMatchObject({ type: "run.failed", message: expect.stringContaining("output schema twice") });
  });

  test("does not hold for a refusal", async () => {
    server.play([[{ type: "message", refusal: "I cannot." }]]);
    const { last, of } = await converse(member, agentOf(server, { output }));
    expect([last?.type, of("output.refused")]).toEqual(["run.succeeded", []]);
  });
});

describe("where the server keeps the conversation", () => {
  test("each request has only what is new, and names the answer before it", async () => {
    server.play([[call("key", {}, "c1")], [say("one")], [say("two")]]);
    const { sessionId, last } = await converse(member, agentOf(server, { tools: [tool("key")], history: "server" }));
    expect(last?.type).toBe("run.succeeded");
    await readRun(await send(member, sessionId, "more"));
    expect(sent("store")).toEqual([true, true, true]);
    expect(sent("previous_response_id")).toEqual([undefined, expect.any(String), expect.any(String)]);
    expect(server.requests.map((_, at) => inputOf(server, at).map(({ type, role }) => type ?? role))).toEqual([
      ["user"],
      ["function_call_output"],
      ["user"],
    ]);
  });

  test("an answer that is gone there is made up for by the whole conversation", async () => {
    server.play([[say("one")]]);
    const { sessionId } = await converse(member, agentOf(server, { history: "server" }), "first");
    await server.reset();
    server.play([[say("two")]]);
    const { last } = await readRun(await send(member, sessionId, "second"));
    expect(server.takeViolations()).toMatchObject([{ param: "previous_response_id" }]);
    expect(last?.type).toBe("run.succeeded");
    expect(wordsOf(server).map(([, text]) => text)).toEqual(["first", "one", "second"]);
  });
});

describe("files of a message", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );

  test("images and PDF files are sent as such, and every file by name", async () => {
    server.play([[say("seen")]]);
    const sessionId = await openSession(member, agentOf(server));
    const files = await Promise.all([
      addFile(member, sessionId, new File([png], "사진.png")),
      addFile(member, sessionId, new File(["%PDF-1.4"], "plan.pdf")),
      addFile(member, sessionId, new File(["a,b"], "table.csv")),
    ]);
    const names = files.map(({ name }) => name);
    const { runId } = await sendMessage(member, sessionId, { message: message("look", names), mode: "queue" });
    await readRun(runId ?? "");
    expect(inputOf(server)[0]?.content).toEqual([
      { type: "input_text", text: expect.stringMatching(/^look\n\n.*사진\.png.*plan\.pdf.*table\.csv/) },
      { type: "input_image", image_url: `data:image/png;base64,${png.toString("base64")}`, detail: "auto" },
      { type: "input_file", filename: "plan.pdf", file_data: expect.stringMatching(/^data:application\/pdf;base64,/) },
    ]);
  });

  test("one that is gone, or became a link to somewhere else, is only named", async () => {
    server.play([[say("seen")], [say("seen")]]);
    const sessionId = await openSession(member, agentOf(server));
    const { name } = await addFile(member, sessionId, new File([png], "a.png"));
    const { runId } = await sendMessage(member, sessionId, { message: message("look", [name]), mode: "queue" });
    await readRun(runId ?? "");
    await rm(fileOf(member, sessionId, name));
    const secret = fileOf(member, "elsewhere", "").replace(/\/$/, ".png");
    await writeFile(secret, "SECRET");
    await symlink(secret, fileOf(member, sessionId, name));
    await readRun(await send(member, sessionId, "more"));
    expect(JSON.stringify(inputOf(server))).not.toContain(Buffer.from("SECRET").toString("base64"));
    expect(inputOf(server)[0]?.content).toMatchObject([{ type: "input_text" }]);
  });

  test("a name that leads out of the session is refused", async () => {
    const sessionId = await openSession(member, agentOf(server));
    for (const name of ["../x", "/etc/passwd", "none.txt", "."]) {
      const sending = sendMessage(member, sessionId, { message: message("look", [name]), mode: "queue" });
      await expect(sending).rejects.toMatchObject({ code: "invalid_input" });
    }
  });
});
