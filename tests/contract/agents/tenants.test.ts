import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createAgent,
  deleteAgent,
  duplicateAgent,
  getAgent,
  listAgents,
  listPublished,
  readAgent,
  saveAgent,
} from "#lib/agents/agents.ts";
import { argumentsSchema, checkArguments } from "#lib/agents/approvals/arguments.ts";
import { decideApproval } from "#lib/agents/approvals/decide.ts";
import { listApprovals } from "#lib/agents/approvals/list.ts";
import { exportSession, saveAsRehearsal } from "#lib/agents/export.ts";
import { addFile, describeFiles, openSessionFile } from "#lib/agents/files.ts";
import { forkSession } from "#lib/agents/fork.ts";
import { resumeRun } from "#lib/agents/local-runs.ts";
import { viewModelRequest } from "#lib/agents/model-question.ts";
import { answerAsModel } from "#lib/agents/person.ts";
import { exportProgram } from "#lib/agents/program/export-program.ts";
import { exportAgent, getVersionOf, listVersions, publishAgent, rollBackAgent } from "#lib/agents/publish.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { sendBack } from "#lib/agents/send-back.ts";
import { findSessionCall } from "#lib/agents/session-call.ts";
import {
  archiveSession,
  definitionOf,
  deleteSession,
  getSession,
  listSessions,
  renameSession,
  sessionOf,
  setVersion,
} from "#lib/agents/sessions.ts";
import { sessionStream } from "#lib/agents/stream.ts";
import { continueSession, sendMessage, startSession, withdrawInput } from "#lib/agents/talk.ts";
import { openTrial, updateTrial } from "#lib/agents/trial.ts";
import { db } from "#lib/db/client.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createPublishedAgent } from "#tests/support/published-agent.ts";
import { createTeam } from "#tests/support/team.ts";
import { type Member, message, say, untilEvent, withRuns } from "./fixture.ts";

withDatabase();
withRuns();
const server = withModelServer();

let member: Member;
let stranger: Member;
let agentId = "";
let sessionId = "";
let runId = "";
let messageId = "";
let versionId = "";

const file = AgentFile.parse({ name: "Ours", model: { person: true } });

beforeAll(async () => {
  [member, stranger] = await Promise.all([createTeam("Ours"), createTeam("Theirs")]);
  ({ id: agentId, versionId } = await createPublishedAgent(member, file));
  const said = message("a secret");
  messageId = said.id;
  const begun = await startSession(member, { agentId, message: said });
  sessionId = begun.sessionId;
  runId = begun.runId ?? "";
  await untilEvent(runId, ({ type }) => type === "model.started");
  await addFile(member, sessionId, new File(["secret"], "secret.txt"));
});
afterAll(() => cancelRun(member, runId));

const send = { message: message("hello"), mode: "queue" } as const;
const acts: Record<string, () => Promise<unknown>> = {
  getAgent: () => getAgent(stranger, agentId),
  exportAgent: () => exportAgent(stranger, agentId),
  saveAgent: () => saveAgent(stranger, agentId, { file, base: versionId }),
  duplicateAgent: () => duplicateAgent(stranger, agentId),
  deleteAgent: () => deleteAgent(stranger, agentId),
  readAgent: () => readAgent(stranger, { id: agentId }),
  "getVersionOf by id": () => getVersionOf(stranger, { id: agentId }, "published"),
  "getVersionOf by name": () => getVersionOf(stranger, { name: "Ours" }, "saved"),
  "exportAgent by number": () => exportAgent(stranger, agentId, { number: 1 }),
  exportProgram: () => exportProgram(stranger, agentId),
  publishAgent: () => publishAgent(stranger, agentId, { base: versionId, note: "" }),
  rollBackAgent: () => rollBackAgent(stranger, agentId, { number: 1, base: versionId, note: "" }),
  listVersions: () => listVersions(stranger, agentId),
  startSession: () => startSession(stranger, { agentId, message: message("hello") }),
  getSession: () => getSession(stranger, sessionId),
  definitionOf: () => definitionOf(stranger, sessionId),
  setVersion: () => setVersion(stranger, sessionId, { agentVersionId: versionId, agentName: "Theirs" }),
  renameSession: () => renameSession(stranger, sessionId, "Mine"),
  archiveSession: () => archiveSession(stranger, sessionId, { archived: true }),
  deleteSession: () => deleteSession(stranger, sessionId),
  sendMessage: () => sendMessage(stranger, sessionId, send),
  "sendMessage with a file": () =>
    sendMessage(stranger, sessionId, { ...send, message: message("hello", ["secret.txt"]) }),
  continueSession: () => continueSession(stranger, sessionId),
  withdrawInput: () => withdrawInput(stranger, sessionId, messageId),
  forkSession: () => forkSession(stranger, sessionId, { messageId }),
  openTrial: () => openTrial(stranger, { agentId, file }),
  updateTrial: () => updateTrial(stranger, sessionId, { agentId: null, file }),
  sendBack: () => sendBack(stranger, { runId, turn: 1, index: 0 }, { resultRunId: runId }),
  sessionStream: () => sessionStream(stranger, sessionId, { position: 0, seq: 0 }),
  exportSession: () => exportSession(stranger, sessionId, "json"),
  saveAsRehearsal: () => saveAsRehearsal(stranger, sessionId),
  addFile: () => addFile(stranger, sessionId, new File(["x"], "x.txt")),
  describeFiles: () => describeFiles(stranger, sessionId, ["secret.txt"]),
  openSessionFile: () => openSessionFile(stranger, sessionId, { name: "secret.txt" }),
  viewModelRequest: () => viewModelRequest(stranger, sessionId),
  answerAsModel: () => answerAsModel(stranger, sessionId, { runId, turn: 1, text: "hi", calls: [] }),
  decideApproval: () => decideApproval(stranger, sessionId, { runId, call: "1.0", decision: "reject" }),
  argumentsSchema: () => argumentsSchema(stranger, { sessionId, runId, call: "1.0" }),
  checkArguments: () => checkArguments(stranger, { sessionId, runId, call: "1.0" }, "{}"),
  sessionOf: () => sessionOf(stranger, runId),
  cancelRun: () => cancelRun(stranger, runId),
  resumeRun: () => resumeRun(stranger, runId).next(),
};

describe("another team's", () => {
  test.each(Object.keys(acts))("%s finds nothing", async (name) => {
    await expect(acts[name]?.()).rejects.toMatchObject({ code: "not_found" });
  });

  test("lists have nothing of it", async () => {
    expect(await listSessions(stranger, { tries: true })).toEqual([]);
    expect(await listAgents(stranger)).toEqual([]);
    expect(await listPublished(stranger)).toEqual([]);
    expect(await findSessionCall(stranger, { runId, turn: 1, index: 0 })).toBeNull();
    expect(await listApprovals(stranger)).toEqual([]);
    expect((await listSessions(member, {})).map(({ id }) => id)).toEqual([sessionId]);
  });

  test("and all of it is as it was", async () => {
    expect(await getSession(member, sessionId)).toMatchObject({ title: "a secret", archived: false, inputs: [] });
    expect(await getAgent(member, agentId)).toMatchObject({ name: "Ours", versionNumber: 1 });
    expect(await db().run.count({ where: { sessionId } })).toBe(1);
    expect(await db().agentSession.count({ where: { teamId: stranger.teamId } })).toBe(0);
    expect(server.requests).toEqual([]);
  });
});

test("an agent cannot name another team's provider, tool or folder", async () => {
  server.play([[say("never")]]);
  for (const written of [
    { tools: ["calculator"] },
    { tools: ["../../../etc"] },
    { model: { server: { api: "responses", baseUrl: server.url }, name: "m" } },
  ]) {
    const saving = createAgent(stranger, AgentFile.parse({ name: "X", ...written }));
    await expect(saving).rejects.toMatchObject({ code: "invalid_input" });
  }
});
