import { keepAgentFile } from "#lib/agents/agent-versions.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { sessionStream } from "#lib/agents/stream.ts";
import { createSession, sendMessage } from "#lib/agents/talk.ts";
import { createId } from "#lib/core/ids.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";
import { cancelRun } from "#lib/runs/run.ts";
import type { Event } from "#lib/runs/schema.ts";
import { withDatabase } from "./agent-turns.ts";
import { undoing } from "./ending.ts";
import { type Benchmark, quantile, sideBySide } from "./measure.ts";
import { startModelServer } from "./model-server.ts";
import { killChild } from "./stopping.ts";

type Member = { id: string; teamId: string };

const TEXT = "Each of these words comes by itself, as they do. ".repeat(10);

/** What those who watch and those who stop have to wait. */
export const agentLatency: Record<string, Benchmark> = {
  "agents.event-latency.50": () => withTalk({ pace: 10 }, (talk) => measureLatency(talk, 50)),
  "agents.event-latency.200": () => withTalk({ pace: 10 }, (talk) => measureLatency(talk, 200)),
  "agents.stop": () =>
    withTalk({ pace: 10 }, (talk) => sideBySide({ rounds: 30 }, { subject: () => stopRun(talk), baseline: killChild })),
};

type Talk = {
  member: Member;
  open: () => Promise<string>;
  say: (sessionId: string) => Promise<string>;
};

async function withTalk<T>({ pace }: { pace: number }, use: (talk: Talk) => Promise<T>): Promise<T> {
  return withDatabase(async (member) => {
    const output = [{ type: "message", text: TEXT }];
    const { url, stop } = await startModelServer({ "*": [{ output, pace, chunk: 6 }] });
    return undoing(stop, async () => {
      const model = { name: "test-model", server: { api: "responses", baseUrl: url } };
      const version = await keepAgentFile(member, AgentFile.parse({ name: "Talker", model }));
      async function sayIn(sessionId: string) {
        const message = { id: createId("message"), text: `Begin ${sessionId}.`, files: [] };
        return String((await sendMessage(member, sessionId, { message, mode: "queue" })).runId);
      }
      return use({ member, open: () => createSession(member, version), say: sayIn });
    });
  });
}

/** The median time from an event to a follower that has it, with so many followers against one. */
function measureLatency(talk: Talk, followers: number) {
  return sideBySide({ rounds: 5 }, { subject: () => latencyOf(talk, followers), baseline: () => latencyOf(talk, 1) });
}

async function latencyOf({ member, open, say }: Talk, followers: number): Promise<number> {
  const sessionId = await open();
  const seen: number[] = [];
  const follow = () =>
    untilEvent({ member, sessionId }, (event) => {
      if (event.type === "text.delta") seen.push(Date.now() - Date.parse(event.at));
      return event.type === "run.succeeded";
    });
  const following = Array.from({ length: followers }, follow);
  await say(sessionId);
  await Promise.all(following);
  await untilIdle();
  return quantile(seen, 0.5);
}

/** From the request to stop until a follower reads that it was, while the model is in the middle of its answer. */
async function stopRun({ member, open, say }: Talk): Promise<number> {
  const sessionId = await open();
  const runId = await say(sessionId);
  await untilEvent({ member, sessionId }, ({ type }) => type === "text.delta");
  const start = performance.now();
  await cancelRun(member, runId);
  await untilEvent({ member, sessionId }, ({ type }) => type === "run.cancelled");
  const ms = performance.now() - start;
  await untilIdle();
  return ms;
}

/** Reads a session from its beginning until an event fits. */
async function untilEvent(
  { member, sessionId }: { member: Member; sessionId: string },
  fits: (event: Event) => boolean,
): Promise<void> {
  const { body } = await sessionStream(member, sessionId, { position: 0, seq: 0 });
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      const parsed = data === undefined ? null : (JSON.parse(data) as { type: string; event: Event });
      if (parsed?.type === "log" && fits(parsed.event)) return;
    }
  }
}
