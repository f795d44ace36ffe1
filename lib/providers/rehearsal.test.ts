import { expect, test } from "vitest";
import type { Item, ModelDelta } from "./model.ts";
import { recordRehearsal } from "./record-rehearsal.ts";
import { rehearsalModel } from "./rehearsal.ts";
import type { RehearsalScript } from "./schema.ts";

const script: RehearsalScript = {
  exchanges: [
    {
      when: "weather",
      turns: [
        { reasoning: "I have to look.", text: "Looking…", calls: [{ name: "look", arguments: { city: "Busan" } }] },
        { calls: [{ name: "note", arguments: { text: 'As told: {{result "look"}}' } }] },
        { text: "It is {{result 1}}, noted: {{result 2}}. {{result 3}}" },
      ],
    },
    { when: "bad", turns: [{ calls: [{ name: "look", arguments: '{"city": ' }] }] },
  ],
};

const user = (text: string): Item => ({ type: "message", role: "user", content: text });

/** Plays all turns that a message leads to; each call is answered by its number. */
async function converse(played: RehearsalScript, messages: string[]) {
  const input: Item[] = [];
  for (const message of messages) {
    input.push(user(message));
    let isDone = false;
    for (let called = 1; !isDone; ) {
      const { output } = await respond(played, input);
      input.push(...output);
      const calls = output.filter(({ type }) => type === "function_call");
      for (const { call_id } of calls) {
        input.push({ type: "function_call_output", call_id, output: `output ${called++}` });
      }
      isDone = calls.length === 0;
    }
  }
  return input;
}

async function respond(played: RehearsalScript, input: Item[]) {
  const deltas: ModelDelta[] = [];
  const request = {
    model: "rehearsal",
    instructions: "",
    input,
    tools: [],
    settings: {},
    format: null,
    previousResponseId: null,
  };
  const options = { signal: new AbortController().signal, onDelta: (delta: ModelDelta) => void deltas.push(delta) };
  return { ...(await rehearsalModel(played, { paceMs: 0 }).respond(request, options)), deltas };
}

const saidBy = (items: Item[]): unknown[] =>
  items.flatMap(({ type, role, content, name, arguments: said }): unknown[] => {
    if (type === "function_call") return [[name, said]];
    if (role !== "assistant") return [];
    return [(content as { text: string }[]).map(({ text }) => text).join("")];
  });

test("a message is answered by its exchange, turn by turn, with what the tools really gave", async () => {
  const items = await converse(script, ["How is the WEATHER today?"]);
  expect(saidBy(items)).toEqual([
    "Looking…",
    ["look", '{"city":"Busan"}'],
    ["note", '{"text":"As told: output 1"}'],
    "It is output 1, noted: output 2. (no result of call 3)",
  ]);
});

test("the same input is answered the same, and ids of calls are unique in a conversation", async () => {
  const [once, again] = [
    await converse(script, ["weather", "weather"]),
    await converse(script, ["weather", "weather"]),
  ];
  expect(once).toEqual(again);
  const ids = once.flatMap(({ type, call_id }) => (type === "function_call" ? [call_id] : []));
  expect(new Set(ids).size).toBe(4);
});

test("deltas say the same as the items, in small pieces", async () => {
  const { deltas, output, ...rest } = await respond(script, [user("weather")]);
  const told = (type: ModelDelta["type"]) => deltas.flatMap((delta) => (delta.type === type ? [delta.text] : []));
  expect(told("reasoning").join("")).toBe("I have to look.");
  expect(told("reasoning").length).toBe(4);
  expect(told("text").join("")).toBe("Looking…");
  expect(told("arguments").join("")).toBe('{"city":"Busan"}');
  expect(output.map(({ type }) => type)).toEqual(["reasoning", "message", "function_call"]);
  expect(rest).toEqual({ id: null, status: "completed", reason: null, usage: null });
});

test("a very long text comes in no more pieces than a person waits for", async () => {
  const text = "many words ".repeat(5000);
  const { deltas } = await respond({ exchanges: [{ turns: [{ text }] }] }, [user("anything")]);
  expect(deltas.length).toBeLessThanOrEqual(150);
  expect(deltas.map((delta) => delta.text).join("")).toBe(text);
});

test("a message that is not written, or written no further, is answered honestly", async () => {
  const { output } = await respond(script, [user("Hello")]);
  expect(saidBy(output)[0]).toBe(
    "This is a rehearsal: no model reads your message, and only these have a written answer:\n- weather\n- bad",
  );
  const items = await converse(script, ["bad"]);
  expect(saidBy(items)).toEqual([
    ["look", '{"city": '],
    "This is a rehearsal, and nothing more is written for this message.",
  ]);
});

test("a recorded conversation is played again with the same texts and calls, also when a message comes twice", async () => {
  const turns = (text: string) => [
    {
      calls: [
        { name: "look", arguments: `{"at": "${text}"}` },
        { name: "look", arguments: {} },
      ],
    },
    { text },
  ];
  const source: RehearsalScript = {
    exchanges: [
      { when: "go on", turns: turns("one") },
      { when: "go on now", turns: turns("two") },
      { when: "go on", turns: turns("three") },
      { turns: [{ text: "anything" }] },
    ],
  };
  const messages = ["go on", "go on now", "Go on", "something else"];
  const items = await converse(source, messages);
  expect(saidBy(items).filter((said) => typeof said === "string")).toEqual(["one", "two", "three", "anything"]);
  const again = await converse(recordRehearsal(items), messages);
  expect(saidBy(again)).toEqual(saidBy(items));
  expect(recordRehearsal(again)).toEqual(recordRehearsal(items));
});

test("a stopped rehearsal ends with the signal's reason", async () => {
  const stop = new AbortController();
  const answer = rehearsalModel(script, { paceMs: 10 }).respond(
    {
      model: "",
      instructions: "",
      input: [user("weather")],
      tools: [],
      settings: {},
      format: null,
      previousResponseId: null,
    },
    { signal: stop.signal, onDelta: () => stop.abort(new Error("stopped")) },
  );
  await expect(answer).rejects.toThrow("stopped");
});
