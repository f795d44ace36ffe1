import {
  Agent,
  type HandoffInputData,
  handoff,
  OpenAIResponsesModel,
  Runner,
  setTracingDisabled,
  tool,
} from "@openai/agents";
import { removeAllTools } from "@openai/agents-core/extensions";
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
  /** How each of them hands over. */
  handoff?: {
    toolNameOverride?: string;
    toolDescriptionOverride?: string;
    isEnabled?: boolean;
    /** The payload is `{reason: string}`. */
    hasPayload?: boolean;
    /** No tools; or, by a tool or a function of one's own, nothing that the run did before the handoff. */
    filter?: "withoutTools" | "own";
  };
  /** The last one can hand back to the first one. */
  isCircle?: boolean;
  /** In place of handoffs, the first agent asks the others. */
  asks?: boolean;
  /** The first agent can hand over to all others. */
  isStar?: boolean;
};

/** Whom each agent of a case can hand over to, by their places. */
function handoffsOf({ agents = ["first"], isCircle, isStar, asks }: Case, at: number): number[] {
  if (asks) return [];
  if (isStar) return at === 0 ? agents.slice(1).map((_, index) => index + 1) : [];
  if (at + 1 < agents.length) return [at + 1];
  return isCircle ? [0] : [];
}

const PAYLOAD = {
  type: "object",
  properties: { reason: { type: "string" } },
  required: ["reason"],
  additionalProperties: false,
};

const OUTPUT = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};

type Studio = { pathOf: (name: "echo" | "fail" | "filter") => string; model: AgentFile["model"] };

/** The case's agents as the studio's agent file has them. */
export function toAgentFile(given: Case, { pathOf, model }: Studio): Partial<Record<keyof AgentFile, unknown>> {
  const { tools = [], toolChoice, hasOutput, turns, agents = ["first"], asks } = given;
  const { hasPayload, filter, ...options } = given.handoff ?? {};
  const handoff = {
    ...options,
    ...(hasPayload && { inputType: PAYLOAD }),
    ...(filter === "withoutTools" && { inputFilter: { type: filter } }),
    ...(filter === "own" && { inputFilter: { type: "tool", tool: pathOf("filter") } }),
  };
  const [first, ...others] = agents.map((name, at) => ({
    name,
    model,
    instructions: "Be brief.",
    handoffs: handoffsOf(given, at).map((to) => ({ agent: agents[to], ...handoff })),
    ...(at === 0 && asks && { agentTools: agents.slice(1) }),
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

type SdkAgent = Agent<unknown, "text">;

/** The case's agents as the SDK has them; the first one. */
function toSdkAgent(given: Case, model: OpenAIResponsesModel): SdkAgent {
  const { tools = [], toolChoice, hasOutput, agents = ["first"], asks } = given;
  const made = agents.map(
    (name, at) =>
      new Agent({
        ...{ name, instructions: "Be brief.", model },
        ...(at === 0 && toolChoice !== undefined && { modelSettings: { toolChoice } }),
      }),
  );
  for (const [at, agent] of made.entries())
    agent.handoffs = handoffsOf(given, at).map((to) => handoffTo(made[to], given));
  const [first = new Agent({ name: "none" }), ...others] = made;
  const asked = asks
    ? others.map((other) => other.asTool({ toolName: `ask_${other.name}`, toolDescription: "Knows." }))
    : [];
  first.tools = [...tools.map((each) => TOOLS[each]), ...asked];
  if (hasOutput) first.outputType = z.object({ answer: z.string() }) as never;
  return first;
}

function handoffTo(agent: SdkAgent | undefined, { handoff: options = {} }: Case) {
  const { hasPayload, filter, ...rest } = options;
  return handoff(agent as SdkAgent, {
    ...rest,
    ...(hasPayload && { inputType: z.object({ reason: z.string() }), onHandoff: () => undefined }),
    ...(filter === "withoutTools" && { inputFilter: removeAllTools }),
    ...(filter === "own" && { inputFilter: (data: HandoffInputData) => ({ ...data, preHandoffItems: [] }) }),
  });
}

/** Has the case's conversation by `@openai/agents`; a limit that it reaches ends it. */
export async function converseBySdk(given: Case, url: string): Promise<void> {
  setTracingDisabled(true);
  const { messages = ["go"], turns = 10 } = given;
  const model = new OpenAIResponsesModel(new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 }), "test-model");
  const first = toSdkAgent(given, model);
  const runner = new Runner({ tracingDisabled: true });
  let history: Parameters<typeof runner.run>[1] = [];
  for (const content of messages) {
    const input = [...(history as object[]), { role: "user", content }] as never;
    const stream = await runner.run(first, input, { stream: true, maxTurns: turns });
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
  "handoffs that are ignored": {
    reason: "The SDK takes a second handoff out of the conversation; the studio tells the model that it was ignored.",
    undo({ input, ...body }) {
      const items = input as Json[];
      const ignored = new Set(
        items.flatMap(({ output, call_id: id }) => (/^Ignored: control passed to /.test(String(output)) ? [id] : [])),
      );
      return { ...body, input: items.filter(({ call_id: id }) => id === undefined || !ignored.has(id)) };
    },
  },
  "streams of agents that are asked": {
    reason: "The SDK asks for their answers whole; in the studio they come as they are made.",
    undo: ({ stream: _stream, ...body }) => body,
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
  if (item.role === undefined) return item;
  const type = item.role === "assistant" ? "output_text" : "input_text";
  return { ...item, content: normaliseContent(item.content, type), type: "message" };
}

function normaliseContent(content: unknown, ofText: string): Json[] {
  if (typeof content === "string") return [{ type: ofText, text: content }];
  return (content as Json[]).map(({ type, text }) => ({ type, text }));
}
