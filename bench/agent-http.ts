import { AgentFile } from "#lib/agents/schema.ts";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";
import { createProvider } from "#lib/providers/providers.ts";
import { eventsOf } from "#tests/contract/http/fixture.ts";
import type { Caller } from "#tests/support/owner.ts";
import { createPublishedAgent } from "#tests/support/published-agent.ts";
import { undoing } from "./ending.ts";
import { withStudio } from "./http-runs.ts";
import { type Benchmark, sideBySide, timed } from "./measure.ts";
import { startModelServer } from "./model-server.ts";

/** A session as a page sees it: from the POST that begins it until the first event of its log, against a POST that is refused. */
export const agentHttp: Record<string, Benchmark> = {
  "agents.first-event": () =>
    withStudio(async (call) => {
      const { url, stop } = await startModelServer({ "*": [{ output: [{ type: "message", text: "Hello." }] }] });
      return undoing(stop, async () => {
        const agentId = await makeAgent(url);
        return sideBySide({ rounds: 60 }, { subject: () => firstEvent(call, agentId), baseline: () => refused(call) });
      });
    }),
};

async function makeAgent(baseUrl: string): Promise<string> {
  const { id, teamId } = await db().member.findFirstOrThrow();
  const usual = { allowPrivate: true, isDefault: true, defaultModel: "test-model" };
  await createProvider({ teamId }, { name: "bench", api: "responses", baseUrl, ...usual });
  return (await createPublishedAgent({ id, teamId }, AgentFile.parse({ name: "Talker" }))).id;
}

async function firstEvent(call: Caller, agentId: string): Promise<number> {
  const gone = new AbortController();
  const ms = await timed(async () => {
    const { sessionId } = (await (await post(call, agentId, "Hello.")).json()) as { sessionId: string };
    const stream = await call(`/api/sessions/${sessionId}/events`, { signal: gone.signal });
    for await (const frame of eventsOf(stream)) if ((frame as { type: string }).type === "log") break;
  });
  gone.abort();
  return ms;
}

async function refused(call: Caller): Promise<number> {
  return timed(async () => {
    const { status } = await post(call, "agent_none", "Hello.");
    if (status !== 404) throw new Error(`An agent that is not there was answered with ${status}.`);
  });
}

function post(call: Caller, agentId: string, text: string): Promise<Response> {
  const body = JSON.stringify({ agentId, message: { id: createId("message"), text, files: [] } });
  return call("/api/sessions", { method: "POST", body, headers: { "content-type": "application/json" } });
}
