import { Agent, handoff, OpenAIResponsesModel, Runner, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";
import type { ResponseInputItem } from "openai/resources/responses/responses";
import { keepAgentFile } from "#lib/agents/agent-versions.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { createSession, sendMessage } from "#lib/agents/talk.ts";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";

/** The same conversation by three loops: two agents that hand over to each other until the model has had enough. */
export const INSTRUCTIONS = "Hand over until you are told to end.";
const MODEL = "test-model";

/** What the model says: that many answers with a handover each, and a last one. */
export function handovers(turns: number) {
  const call = (turn: number) => ({
    type: "function_call",
    call_id: `call_${turn}`,
    name: turn % 2 === 0 ? "transfer_to_second" : "transfer_to_first",
    arguments: "{}",
  });
  const said = { type: "message", text: "I have looked at this and leave what remains to my colleague, who knows it." };
  const answers = Array.from({ length: turns - 1 }, (_, turn) => ({ output: [said, call(turn)] }));
  return { "*": [...answers, { output: [{ type: "message", text: "That was all there was to say." }] }] };
}

/** The studio's own: every answer and every handover is in the database before anything is made of it. */
export async function ownLoop(member: { id: string; teamId: string }, { url, turns }: { url: string; turns: number }) {
  const model = { name: MODEL, server: { api: "responses", baseUrl: url } };
  const common = { instructions: INSTRUCTIONS, model };
  const second = { name: "second", handoffs: ["first"], ...common };
  const limits = { turns: turns + 1 };
  const file = AgentFile.parse({ name: "first", handoffs: ["second"], agents: [second], limits, ...common });
  const version = await keepAgentFile(member, file);
  return async () => {
    const sessionId = await createSession(member, version);
    const message = { id: createId("message"), text: `Begin ${sessionId}.`, files: [] };
    await sendMessage(member, sessionId, { message, mode: "queue" });
    await untilIdle();
    const run = await db().run.findFirstOrThrow({ where: { sessionId } });
    if (run.status !== "succeeded") throw new Error(`The run ended so: ${run.status}, ${run.outcome}`);
  };
}

/** `@openai/agents`, which keeps nothing. */
export function sdkLoop({ url, turns }: { url: string; turns: number }) {
  setTracingDisabled(true);
  const client = new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 });
  const model = new OpenAIResponsesModel(client, MODEL);
  const second = new Agent({ name: "second", instructions: INSTRUCTIONS, model });
  const first = new Agent({ name: "first", instructions: INSTRUCTIONS, model, handoffs: [handoff(second)] });
  second.handoffs = [handoff(first)];
  const runner = new Runner({ tracingDisabled: true });
  return async () => {
    const stream = await runner.run(first, `Begin ${createId("message")}.`, { stream: true, maxTurns: turns + 1 });
    for await (const _ of stream);
    await stream.completed;
    if (!stream.finalOutput) throw new Error("The run ended without an answer.");
  };
}

/** The least that a loop can be: the client, an array, and a `for`. */
export function bareLoop({ url, turns }: { url: string; turns: number }) {
  const client = new OpenAI({ baseURL: url, apiKey: "none", maxRetries: 0 });
  return async () => {
    const input: ResponseInputItem[] = [{ role: "user", content: `Begin ${createId("message")}.` }];
    for (let turn = 0; turn < turns; turn++) {
      const tools = ["transfer_to_first", "transfer_to_second"].map((name) => ({
        type: "function" as const,
        name,
        ...NOTHING,
      }));
      const stream = await client.responses.create({
        model: MODEL,
        instructions: INSTRUCTIONS,
        input,
        tools,
        stream: true,
      });
      for await (const event of stream) {
        if (event.type !== "response.completed") continue;
        for (const item of event.response.output) {
          input.push(item as ResponseInputItem);
          if (item.type === "function_call")
            input.push({ type: "function_call_output", call_id: item.call_id, output: '{"assistant":"second"}' });
        }
      }
    }
  };
}

const NOTHING = {
  description: "Hands over.",
  strict: true,
  parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
};
