import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { db } from "#lib/db/client.ts";
import { type Caller, signInOwner, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { checkPort } from "../../../bin/steps/port.mjs";
import { startWebServer } from "../../../bin/steps/web-server.mjs";
import { saidWaiting, typescriptFiles, WAITING_BODY } from "../registry/fixture.ts";
import { processesWith } from "../tools/fixture.ts";
import { allEvents, createTool, runIdOf, startRun, untilEvent } from "./fixture.ts";

const studio = withStudio();
let owner: Caller;
let toolId: string;
beforeAll(async () => {
  owner = await signUpOwner(studio);
  toolId = await createTool(owner, typescriptFiles(WAITING_BODY), "waiting");
});

/** Starts a call of the waiting tool, and answers once the tool waits. */
async function startWaiting(): Promise<{ runId: string; artifacts: string }> {
  const answer = await startRun(owner, { toolId, toolParameters: "{}" });
  const runId = runIdOf(answer);
  await untilEvent(answer, saidWaiting);
  const { teamId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  return { runId, artifacts: path.join(studio.data, "teams", teamId, "runs", runId) };
}

/** One more server on the same database and data folder, until the test ends. */
async function startSecondServer(): Promise<Caller> {
  const port = await checkPort("127.0.0.1", 0);
  const { PORT } = process.env;
  process.env.PORT = String(port);
  const { signal } = new AbortController();
  const started = startWebServer(path.resolve("."), { mode: "start", host: "127.0.0.1", port, signal });
  process.env.PORT = PORT;
  const { ended, kill } = await started;
  onTestFinished(async () => {
    kill();
    await ended;
  });
  return signInOwner({ url: `http://127.0.0.1:${port}` });
}

test("a second server follows and cancels what the first runs, and leaves it alone otherwise", async () => {
  const second = await startSecondServer();
  const kept = await startWaiting();
  const follower = await second(`/api/runs/${kept.runId}`);
  await writeFile(path.join(kept.artifacts, "go"), "");
  const events = await allEvents(follower);
  expect(events.at(-1)).toMatchObject({ type: "run.succeeded" });
  expect(events).toEqual(await allEvents(await owner(`/api/runs/${kept.runId}`)));
  const cancelled = await startWaiting();
  expect((await second(`/api/runs/${cancelled.runId}`, { method: "DELETE" })).status).toBe(204);
  expect((await allEvents(await owner(`/api/runs/${cancelled.runId}`))).at(-1)).toMatchObject({
    type: "run.cancelled",
  });
  expect(await processesWith(cancelled.artifacts)).toEqual([]);
});

test("what a server ran when it was killed is marked when it is back, and nothing of it still runs", async () => {
  const { runId, artifacts } = await startWaiting();
  expect(await processesWith(artifacts)).not.toEqual([]);
  await studio.restart();
  const events = await allEvents(await owner(`/api/runs/${runId}`));
  expect(events.at(-1)).toMatchObject({
    type: "run.failed",
    message: "The server stopped while this ran; run it again.",
  });
  await expect.poll(() => processesWith(artifacts)).toEqual([]);
  const again = await startWaiting();
  await writeFile(path.join(again.artifacts, "go"), "");
  expect((await allEvents(await owner(`/api/runs/${again.runId}`))).at(-1)).toMatchObject({ type: "run.succeeded" });
});
