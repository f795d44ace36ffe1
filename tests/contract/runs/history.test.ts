import { beforeAll, expect, test } from "vitest";
import { db } from "#lib/db/client.ts";
import { getRun, listRuns } from "#lib/runs/history.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { createRun } from "./fixture.ts";

let member: { id: string; teamId: string };
withDatabase();
beforeAll(async () => {
  member = await createTeam("History");
});

test("the newest runs come first, as many as are wanted, with the times they had", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.unshift(await createRun(member, "srv_here"));
  expect((await listRuns(member, {})).map(({ id }) => id)).toEqual(ids);
  expect(await listRuns(member, { limit: 2 })).toHaveLength(2);
  expect(await listRuns(member, { toolId: "tool_other" })).toEqual([]);
  const [listed] = await listRuns(member, { limit: 1 });
  expect(listed).toEqual(await getRun(member, ids[0] ?? ""));
  const { startedAt } = await db().run.findUniqueOrThrow({ where: { id: ids[0] ?? "" } });
  expect(listed).toMatchObject({ status: "running", startedAt: startedAt.toISOString(), finishedAt: null });
});

test("a list leaves long parameters out, the run itself has them", async () => {
  const id = await createRun(member, "srv_here");
  const toolParameters = JSON.stringify({ text: "한".repeat(2 * 1024 * 1024) });
  await db().run.update({ where: { id }, data: { toolParameters } });
  expect((await listRuns(member, { limit: 1 }))[0]).toMatchObject({ id, toolParameters: null });
  expect((await getRun(member, id)).toolParameters === toolParameters).toBe(true);
});
