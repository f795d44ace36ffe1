import { Agent, handoff, OpenAIResponsesModel, Runner, setTracingDisabled, tool } from "@openai/agents";
import OpenAI from "openai";
import { z } from "zod";
import type { AgentFile } from "#lib/agents/schema.ts";
import type { ScriptItem, Turn } from "#tests/support/model-server/script.ts";

/** A conversation that both loops have: what people say, what the model says, and the agents as both know them. */
export type Case = {
  messages?: string[];
  script: (readonly ScriptItem[] | Partial<Turn>)[];
  tools?: ("echo" | "fail")[];
  toolChoice?: string;
  /** The schema of the final answer is `{answer: string}`. */
  hasOutput?: boolean;
  turns?: number;
  /** The names of the agents; each can hand over to the next one. */
  agents?: string[];
};

const OUTPUT = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};

/** The case's agents as the studio's agent file has them. */
export function toAgentFile(
  { tools = [], toolChoice, hasOutput, turns, agents = ["first"] }: Case,
  { pathOf, model }: { pathOf: (name: "echo" | "fail") => string; model: AgentFile["model"] },
): Partial<Record<keyof AgentFile, unknown>> {
  const [first, ...others] = agents.map((name, at) => ({
    name,
    model,
    instructions: "Be brief.",
    handoffs: agents.slice(at + 1, at + 2),
    ...(at === 0 && { tools: tools.map(pathOf) }),
    ...(at === 0 && toolChoice !== undefined && { settings: { toolChoice } }),
    ...(at === 0 && hasOutput && { output: OUTPUT }),
  }));
  return { ...first, agents: others, ...(turns !== undefined && { limits: { turns } }) };
}

const TOOLS = {
  echo: tool({
    name: "echo",
    description: "echo",
    parameters: z.object({ text: z.string() }),
    execute: async ({ text }) => text,
  }),
  fail: tool({
    name: "fail",
    description: "fail",
    parameters: z.object({}),
    execute: async () => {
      throw new Error("it broke on purpose");
    },
  }),
};

/** Has the case's conversation by `@openai/agents`; a limit that it reaches ends it. */
export async function converseBySdk(given: Case, url: string): Promise<void> {
  setTracingDisabled(true);
  const { messages = ["go"], tools = [], toolChoice, hasOutput, turns = 10, agents = ["first"] } = given;
  const model = new OpenAIResponsesModel(new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 }), "test-model");
  let next: Agent<unknown, "text"> | null = null;
  for (const name of agents.toReversed()) {
    const isFirst = name === agents[0];
    next = new Agent({
      name,
      instructions: "Be brief.",
      model,
      handoffs: next ? [handoff(next)] : [],
      tools: isFirst ? tools.map((each) => TOOLS[each]) : [],
      ...(isFirst && toolChoice !== undefined && { modelSettings: { toolChoice } }),
      ...(isFirst && hasOutput && { outputType: z.object({ answer: z.string() }) as never }),
    });
  }
  const runner = new Runner({ tracingDisabled: true });
  let history: Parameters<typeof runner.run>[1] = [];
  for (const content of messages) {
    const input = [...(history as object[]), { role: "user", content }] as never;
    const stream = await runner.run(next as Agent<unknown, "text">, input, { stream: true, maxTurns: turns });
    await stream.completed.catch((error: Error) => {
      if (error.name !== "MaxTurnsExceededError" && !/max turns/i.test(error.message)) throw error;
    });
    history = stream.history;
  }
}

type Json = Record<string, unknown>;

/** Where the studio's requests are meant to differ from the SDK's: each is taken out of both before they are compared. */
const DEVIATIONS: Record<string, { reason: string; undo: (body: Json) => Json }> = {
  "store and include": {
    reason:
      "The SDK leaves it to the server whether it keeps answers, which OpenAI does; the studio asks it not to, and for reasoning that it can send back itself.",
    undo: ({ store: _store, include: _include, ...body }) => body,
  },
  "encrypted reasoning": {
    reason: "It comes, and is sent back, only where it was asked for.",
    undo: withInput(({ encrypted_content: _, ...item }) => item),
  },
  "the words of a failure": {
    reason:
      "A tool of the studio is a process, and the model is told how that ended; the SDK has one sentence for all.",
    undo: withInput((item) => (FAILED.test(String(item.output)) ? { ...item, output: "failed" } : item)),
  },
  "the dialect of an output schema": {
    reason: "The SDK makes it of zod, which names its dialect; an agent file has the schema alone.",
    undo({ text, ...body }) {
      const { format } = (text ?? {}) as { format?: { schema?: Json } };
      if (!format?.schema) return { ...body, ...(text !== undefined && { text }) };
      const { $schema: _, ...schema } = format.schema;
      return { ...body, text: { format: { ...format, schema } } };
    },
  },
};

const FAILED = /^(The tool failed with exit code 1|An error occurred while running the tool)/;

function withInput(change: (item: Json) => Json): (body: Json) => Json {
  return (body) => ({ ...body, input: (body.input as Json[]).map(change) });
}

/** A request without what may differ: ids, the words of instructions, the schemas of functions, the order of keys, `DEVIATIONS`. */
export function normalise({ input, tools, instructions, ...rest }: Json): Json {
  const body: Json = {
    ...rest,
    instructions: typeof instructions,
    input: (typeof input === "string" ? [{ role: "user", content: input }] : (input as Json[])).map(normaliseItem),
    tools: ((tools ?? []) as Json[]).map(({ type, name, strict }) => ({ type, name, strict })),
  };
  return Object.values(DEVIATIONS).reduce((changed, { undo }) => undo(changed), body);
}

function normaliseItem({ id: _id, status: _status, ...item }: Json): Json {
  const content = item.role === undefined ? {} : { content: normaliseContent(item.content), type: "message" };
  return { ...item, ...content };
}

function normaliseContent(content: unknown): Json[] {
  if (typeof content === "string") return [{ type: "input_text", text: content }];
  return (content as Json[]).map(({ type, text }) => ({ type, text }));
}
