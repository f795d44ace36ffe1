import { mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAgent } from "#lib/agents/agents.ts";
import { readConversation } from "#lib/agents/history.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import type { ScriptItem } from "#tests/support/model-server/script.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import {
  agentOf,
  call,
  inputOf,
  type Member,
  openSession,
  outputsOf,
  readRun,
  say,
  send,
  withTools,
  writeTool,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
let root = "";
beforeAll(async () => {
  member = await createTeam("Handoff filters");
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), "filters-")));
  const given =
    "inputHistory: z.array(z.any()), preHandoffItems: z.array(z.any()), newItems: z.array(z.any()), context: z.any()";
  await Promise.all(Object.entries(FILTERS).map(([name, body]) => writeTool(root, name, { given, body })));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const FILTERS = {
  /** Tells what it got as one message. */
  tells: `const { context, ...lists } = args;
    const kinds = Object.fromEntries(Object.entries(lists).map(([name, items]) => [name, items.map((item: any) => item.type ?? item.role)]));
    return { inputHistory: [{ role: "user", content: JSON.stringify({ kinds, agent: context.agent, last: newOutput(args) }) }], preHandoffItems: [], newItems: [] };
    function newOutput({ newItems }: any) { return newItems.at(-1).output; }`,
  halves: `return { inputHistory: args.inputHistory, preHandoffItems: [], newItems: args.newItems.filter((item: any) => item.type !== "function_call_output") };`,
  speaks: `return "I do not know JSON";`,
  breaks: `throw new Error("the filter broke");`,
  long: `return { inputHistory: [{ role: "user", content: "x".repeat(300_000) }], preHandoffItems: [], newItems: [] };`,
};
const filter = (name: keyof typeof FILTERS) => ({ type: "tool", tool: path.join(root, name) });

const SCRIPT: (readonly ScriptItem[])[] = [
  [say("Hello.")],
  [say("I look."), call("echo", { text: "found" }, "c1")],
  [
    { type: "reasoning", summary: "To the clerk." },
    say("I hand over."),
    call("echo", { text: "more" }, "c2"),
    call("transfer_to_clerk", {}, "c3"),
  ],
  [say("Clerk here.")],
  [say("Still the clerk.")],
];

/** A session in which a desk answers, looks something up, and hands over in its second run; what is asked then. */
async function handOver(
  handoff: object,
  { script = SCRIPT, more = {} }: { script?: typeof SCRIPT; more?: object } = {},
) {
  const { model } = agentOf(server);
  const clerk = { name: "clerk", instructions: "clerk", model };
  const desk = { name: "desk", tools: [tool("echo")], handoffs: [{ agent: "clerk", ...handoff }], agents: [clerk] };
  server.play(script);
  const sessionId = await openSession(member, agentOf(server, { ...desk, ...more }));
  await readRun(await send(member, sessionId, "hi"));
  const run = await readRun(await send(member, sessionId, "help me"));
  return { sessionId, ...run };
}

/** What a request sent, in few words. */
function sent(at = -1): string[] {
  return inputOf(server, at).map(({ type, role, content, output, name }) => {
    if (type === "function_call") return `call ${name}`;
    if (type === "function_call_output") return `output ${output}`;
    const text = Array.isArray(content) ? (content as { text?: string }[]).map((part) => part.text).join("") : content;
    return role === undefined ? String(type) : `${role}: ${text}`;
  });
}

const WORDS = ["user: hi", "assistant: Hello.", "user: help me", "assistant: I look.", "assistant: I hand over."];

describe("what the agent that takes over is shown", () => {
  test.each([
    ["everything without a filter", undefined, null],
    ["words without tools", { type: "withoutTools" }, WORDS],
    ["what people said alone", { type: "userOnly" }, ["user: hi", "user: help me"]],
    [
      "the last messages with the calls since then",
      { type: "last", messages: 2 },
      [
        "assistant: I look.",
        "call echo",
        "output found",
        "reasoning",
        "assistant: I hand over.",
        "call echo",
        "call transfer_to_clerk",
        "output more",
        'output {"assistant":"clerk"}',
      ],
    ],
  ])("%s", async (_, inputFilter, shown) => {
    const { last, of, sessionId } = await handOver({ inputFilter });
    expect(last?.type).toBe("run.succeeded");
    if (shown) expect(sent()).toEqual(shown);
    else expect(sent()).toHaveLength(12);
    expect(of("context.filtered")).toHaveLength(inputFilter ? 1 : 0);
    await readRun(await send(member, sessionId, "and then?"));
    if (shown) expect(sent()).toEqual([...shown, "assistant: Clerk here.", "user: and then?"]);
  });

  test("a summary, which is made once", async () => {
    const script = [...SCRIPT.slice(0, 3), [say("All about it.")], ...SCRIPT.slice(3)];
    const { last, of } = await handOver({ inputFilter: { type: "summary" } }, { script });
    expect(last?.type).toBe("run.succeeded");
    expect(JSON.stringify(inputOf(server, -2))).toContain("I hand over.");
    expect(of("context.filtered")).toMatchObject([{ by: "summary", summary: "All about it." }]);
    expect(sent()).toEqual(["user: What was said before, in short:\n\nAll about it."]);
    expect(of("usage")).toHaveLength(of("model.responded").length + 1);
  });

  test("the file's filter, unless the handoff has its own", async () => {
    const more = { handoffFilter: { type: "userOnly" } };
    await handOver({}, { more });
    expect(sent()).toEqual(["user: hi", "user: help me"]);
    await server.reset();
    await handOver({ inputFilter: { type: "withoutTools" } }, { more });
    expect(sent()).toEqual(WORDS);
  });
});

describe("a tool of one's own", () => {
  test("gets the three lists and the session's data, and what it answers is shown from then on", async () => {
    const { of, sessionId } = await handOver({ inputFilter: filter("tells") });
    const told = JSON.parse(String(inputOf(server)[0]?.content));
    expect(told).toEqual({
      kinds: {
        inputHistory: ["user", "assistant", "user"],
        preHandoffItems: ["assistant", "function_call", "function_call_output"],
        newItems: ["assistant", "function_call", "function_call", "function_call_output", "function_call_output"],
      },
      agent: "desk",
      last: '{"assistant":"clerk"}',
    });
    expect(inputOf(server)).toHaveLength(1);
    expect(of("tool.returned").map(({ helper }) => helper)).toEqual([undefined, undefined, "inputFilter"]);
    await readRun(await send(member, sessionId, "and then?"));
    expect(inputOf(server)).toHaveLength(3);
    const { entries } = await readConversation(sessionId, { position: 3 });
    expect(entries[0]?.type).toBe("items");
  });

  test("may answer with more than an event holds", async () => {
    const { last } = await handOver({ inputFilter: filter("long") });
    expect(last?.type).toBe("run.succeeded");
    expect(String(inputOf(server)[0]?.content)).toHaveLength(300_000);
  });

  test.each([
    ["leaves a call without its output", "halves", /the call c2 has no output/],
    ["answers with no lists", "speaks", /did not answer with the lists of items/],
    ["fails", "breaks", /the filter broke/],
  ] as const)("that %s keeps the conversation", async (_, name, why) => {
    const { last, of } = await handOver({ inputFilter: filter(name) });
    expect(last?.type).toBe("run.succeeded");
    expect(of("handoff")).toEqual([]);
    expect(outputsOf(server).at(-1)).toMatch(
      /^The conversation was not handed over to clerk\. Its filter .* gave no view/,
    );
    expect(outputsOf(server).at(-1)).toMatch(why);
    expect(of("model.responded").map(({ agent }) => agent)).toEqual(["desk", "desk", "desk"]);
  });

  test("that the team does not have is refused at save", async () => {
    const inputFilter = { type: "tool", tool: "nowhere" };
    const file = AgentFile.parse({ name: "F", handoffs: [{ agent: "c", inputFilter }], agents: [{ name: "c" }] });
    const told = { code: "invalid_input", message: expect.stringContaining('"nowhere"') };
    await expect(createAgent(member, file)).rejects.toMatchObject(told);
  });
});

test("a filter of the server's own history has the whole view sent anew", async () => {
  const more = { history: "server" };
  const { model } = agentOf(server);
  server.play(SCRIPT);
  const clerk = { name: "clerk", instructions: "clerk", model, ...more };
  const handoffs = [{ agent: "clerk", inputFilter: { type: "last", messages: 1 } }];
  const sessionId = await openSession(
    member,
    agentOf(server, { name: "desk", tools: [tool("echo")], handoffs, ...more, agents: [clerk] }),
  );
  await readRun(await send(member, sessionId, "hi"));
  await readRun(await send(member, sessionId, "help me"));
  expect(server.requests.at(-1)?.body.previous_response_id ?? null).toBeNull();
  expect(sent()[1]).toBe("assistant: I hand over.");
});
