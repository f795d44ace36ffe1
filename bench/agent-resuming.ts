import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { keepAgentFile } from "#lib/agents/agent-versions.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { createSession, sendMessage } from "#lib/agents/talk.ts";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";
import { follow } from "#lib/runs/log.ts";
import { withDatabase } from "./agent-turns.ts";
import { undoing } from "./ending.ts";
import { type Benchmark, sideBySide } from "./measure.ts";
import { startModelServer } from "./model-server.ts";

const WORKER = path.resolve("tests/contract/agents/hold-worker.ts");

/** From the kill of the worker that has a run until another asks the model again, against the start of a worker. */
export const agentResuming: Record<string, Benchmark> = {
  "agents.resume-gap": () => {
    process.env.TOOLROOM_ROLE = "web";
    return withDatabase(async (member) => {
      const output = [{ type: "message", text: "Word for word, and slowly. ".repeat(40) }];
      const { url, stop } = await startModelServer({ "*": [{ output, pace: 50, chunk: 6 }] });
      const workers: Worker[] = [await startWorker(), await startWorker()];
      const end = async () => {
        for (const worker of workers) worker.kill();
        await stop();
      };
      return undoing(end, async () => {
        const model = { name: "test-model", server: { api: "responses", baseUrl: url } };
        const version = await keepAgentFile(member, AgentFile.parse({ name: "Talker", model }));
        async function gap(): Promise<number> {
          const sessionId = await createSession(member, version);
          const message = { id: createId("message"), text: `Begin ${sessionId}.`, files: [] };
          const { runId } = await sendMessage(member, sessionId, { message, mode: "queue" });
          const { start, killed } = await killHolder(String(runId), workers);
          const ms = await untilAsked(String(runId), 2).then(() => performance.now() - start);
          workers.splice(workers.indexOf(killed), 1, await startWorker());
          return ms;
        }
        const boot = async () => {
          const start = performance.now();
          (await startWorker()).kill();
          return performance.now() - start;
        };
        return sideBySide({ rounds: 10 }, { subject: gap, baseline: boot });
      });
    });
  },
};

type Worker = { pid: number; kill: () => void };

async function startWorker(): Promise<Worker> {
  const child = spawn(process.execPath, ["--conditions=react-server", WORKER], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TOOLROOM_ROLE: "all" },
  });
  await once(createInterface({ input: child.stdout }), "line");
  return { pid: Number(child.pid), kill: () => child.kill("SIGKILL") };
}

async function killHolder(runId: string, workers: readonly Worker[]) {
  await untilAsked(runId, 1);
  const { serverId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  const { pid } = await db().server.findUniqueOrThrow({ where: { id: serverId } });
  const killed = workers.find((worker) => worker.pid === pid);
  if (!killed) throw new Error("A run is with a worker that is not of this benchmark.");
  killed.kill();
  return { start: performance.now(), killed };
}

/** Resolves when the model was asked so many times. */
async function untilAsked(runId: string, times: number): Promise<void> {
  let asked = 0;
  for await (const page of follow(runId, 0, new AbortController().signal)) {
    asked += page.filter(({ type }) => type === "model.started").length;
    if (asked >= times) return;
  }
}
