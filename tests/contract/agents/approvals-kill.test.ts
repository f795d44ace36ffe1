import { readFile } from "node:fs/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { createAgent } from "#lib/agents/agents.ts";
import { decideApproval } from "#lib/agents/approvals/decide.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { createSession } from "#lib/agents/talk.ts";
import { db } from "#lib/db/client.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { Child } from "./child.ts";
import { LEDGER_TOOL, ONCE_TOOL } from "./crash-script.ts";
import { createLedgerTools, LEDGER, readLedger } from "./crash-tools.ts";
import { fileOf, type Member, send, withRuns } from "./fixture.ts";

withDatabase();
withRuns();
// This process only answers browsers: runs are done by workers, which are killed.
process.env.TOOLROOM_ROLE = "web";
let member: Member;
beforeAll(async () => {
  member = await createTeam("Kills");
  await createLedgerTools(member);
});

async function worker(): Promise<Child> {
  const child = new Child("hold-worker.ts");
  expect(await child.line()).toBe("ready");
  return child;
}

const until = (fits: () => Promise<boolean>) => vi.waitUntil(fits, { timeout: 40_000, interval: 5 });
const has = async (runId: string, type: string) => (await db().event.count({ where: { runId, type } })) > 0;
const isAt = async (id: string, status: string) =>
  (await db().run.count({ where: { id, status: status as "waiting" } })) > 0;

test.each([LEDGER_TOOL, ONCE_TOOL])(
  "an approved call of %s runs once, whoever is killed around the approval",
  async (tool) => {
    const calls = [{ name: tool, arguments: { ms: 5 } }];
    const model = { rehearsal: { exchanges: [{ turns: [{ calls }, { text: "Done." }] }] } };
    const file = AgentFile.parse({ name: `Agent of ${tool}`, model, tools: [{ tool, approval: "always" }] });
    const { versionId } = await createAgent(member, file);
    const sessionId = await createSession(member, { agentVersionId: versionId, agentName: file.name });

    const asking = await worker();
    const runId = await send(member, sessionId, "go");
    await until(() => isAt(runId, "waiting"));
    await asking.kill();

    await decideApproval(member, sessionId, { runId, call: "1.0", decision: "approve", scope: "call" });
    expect(await isAt(runId, "queued")).toBe(true);

    const taking = await worker();
    await until(() => has(runId, "approval.decided"));
    await taking.kill();

    const last = await worker();
    await until(async () => (await has(runId, "run.succeeded")) || (await has(runId, "run.failed")));
    await last.kill();

    expect(await has(runId, "run.succeeded")).toBe(true);
    expect(await db().event.count({ where: { runId, type: "approval.decided" } })).toBe(1);
    const ledger = readLedger(await readFile(fileOf(member, sessionId, LEDGER), "utf8").catch(() => ""));
    expect(new Set(ledger.map(({ key }) => key)).size).toBeLessThanOrEqual(1);
    const ends = ledger.filter(({ word }) => word === "end");
    const returned = await has(runId, "tool.returned");
    // What may not run twice is given up when it was cut off in the midst.
    if (tool === ONCE_TOOL) expect(ledger.filter(({ word }) => word === "begin").length).toBeLessThanOrEqual(1);
    else expect(returned).toBe(true);
    if (returned) expect(ends.length).toBeGreaterThanOrEqual(1);
  },
);
