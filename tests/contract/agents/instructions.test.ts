import { beforeAll, expect, test } from "vitest";
import { keepAgentFile } from "#lib/agents/agent-versions.ts";
import { createSession } from "#lib/agents/talk.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { agentOf, call, type Member, readRun, say, send, withRuns } from "./fixture.ts";

withDatabase();
withRuns();
const server = withModelServer();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Instructions");
});

test("the variables of each agent's instructions stand for this session's values; unknown ones stay as they are", async () => {
  const { model } = agentOf(server);
  const clerk = { name: "clerk", instructions: "{{agent.name}}, {{data.order}}, {{data.gone}}", model };
  const desk = agentOf(server, {
    name: "desk",
    instructions: "{{agent.name}} on {{date}} for {{data.plan}} by {{startedBy.role}}; {{other}}",
    handoffs: ["clerk"],
    agents: [clerk],
  });
  server.play([[call("transfer_to_clerk", {}, "c1")], [say("Done.")]]);
  const data = '{"plan":"pro","order":9007199254740993}';
  const session = await createSession(member, { ...(await keepAgentFile(member, desk)), data });
  const { events } = await readRun(await send(member, session, "go"));
  const date = events[0]?.at.slice(0, 10);
  expect(server.requests.map(({ body }) => body.instructions)).toEqual([
    `desk on ${date} for pro by owner; {{other}}`,
    "clerk, 9007199254740993, {{data.gone}}",
  ]);
});
