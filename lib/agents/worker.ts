import "server-only";
import { mkdir } from "node:fs/promises";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { env } from "#lib/core/env.ts";
import { log } from "#lib/core/log.ts";
import { outlast } from "#lib/db/outlast.ts";
import type { AgentRun, AgentWorker } from "#lib/runs/agent-run.ts";
import type { Recorder } from "#lib/runs/recorder.ts";
import type { Finish } from "#lib/runs/run.ts";
import { beginNext, listWaiting } from "./begin.ts";
import { loadCast } from "./cast.ts";
import { readConversation } from "./history.ts";
import { Journal } from "./journal.ts";
import { openModel } from "./live-model.ts";
import { runLoop, type Stage, stopRun } from "./loop.ts";
import { openGuards } from "./open-guards.ts";
import { getVersionFile } from "./read-version.ts";
import { announceChange } from "./session-channel.ts";
import { readFacts } from "./session-facts.ts";

/** Does agents' runs in this process. A message that waits for a run's end begins the next one here. */
const agentWorker: AgentWorker = {
  perform,
  async ended({ sessionId }) {
    try {
      await announceChange(sessionId);
      await beginNext(sessionId, agentWorker);
    } catch (error) {
      log.error("a message that waits could not begin its run; it is tried again", { sessionId, error });
    }
  },
  async catchUp() {
    for (const sessionId of await listWaiting()) await beginNext(sessionId, agentWorker);
  },
};

/** The worker of this process; null in one that only answers browsers. */
export function workerHere(): AgentWorker | null {
  return env().TOOLROOM_ROLE === "web" ? null : agentWorker;
}

async function perform(run: AgentRun, recorder: Recorder, signal: AbortSignal): Promise<Finish | "aside"> {
  const [file, conversation, facts] = await outlast(
    () =>
      Promise.all([
        getVersionFile(run, run.agentVersionId),
        readConversation(run.sessionId, { position: run.position }),
        readFacts(run),
      ]),
    signal,
  );
  const journal = new Journal(recorder, conversation);
  const member = { id: run.startedBy, teamId: run.teamId };
  const artifactDirectory = dataDirectory.artifacts(run.teamId, run.sessionId);
  await mkdir(artifactDirectory, { recursive: true });
  const onLog = (text: string) => journal.note({ type: "environment.log", text });
  const load = () => loadCast(member, { file, pins: conversation.pins }, { signal, onLog });
  const cast = await outlast(load, signal).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (!cast) return stopRun(journal);
  const place = { member, artifactDirectory, workflowDataDirectory: dataDirectory.teamData(run.teamId), signal };
  const stage: Stage = {
    sessionId: run.sessionId,
    cast,
    guards: openGuards({ sessionId: run.sessionId, runId: run.id, cast }, place),
    modelOf: onceForEach(({ agent }) => openModel(agent.model, { member, sessionId: run.sessionId, runId: run.id })),
    place,
    facts,
  };
  return runLoop(journal, stage);
}

/** Each agent's model is opened once a run; one that could not be opened is tried again when it is next asked for. */
function onceForEach(open: Stage["modelOf"]): Stage["modelOf"] {
  const opened = new Map<string, ReturnType<Stage["modelOf"]>>();
  return (role) => {
    const model = opened.get(role.agent.name) ?? open(role);
    opened.set(role.agent.name, model);
    model.catch(() => opened.delete(role.agent.name));
    return model;
  };
}
