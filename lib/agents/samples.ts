import "server-only";
import { createId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log.ts";
import { db } from "#lib/db/client.ts";
import { isTaken } from "#lib/db/taken.ts";
import { addVersion, hashOf } from "./agent-versions.ts";
import dataAnalyst from "./samples/data-analyst.json" with { type: "json" };
import dataAnalystKorean from "./samples/data-analyst-ko.json" with { type: "json" };
import invoiceDesk from "./samples/invoice-desk.json" with { type: "json" };
import invoiceDeskKorean from "./samples/invoice-desk-ko.json" with { type: "json" };
import travelDesk from "./samples/travel-desk.json" with { type: "json" };
import travelDeskKorean from "./samples/travel-desk-ko.json" with { type: "json" };
import youAreTheModel from "./samples/you-are-the-model.json" with { type: "json" };
import { AgentFile } from "./schema.ts";

const SAMPLES = [
  invoiceDesk,
  invoiceDeskKorean,
  travelDesk,
  travelDeskKorean,
  dataAnalyst,
  dataAnalystKorean,
  youAreTheModel,
];

/**
 * Brings the sample agents into a team, which need no key, and new versions of changed ones. One that the team has changed or
 * that it has an agent of the same name for stays as it is.
 */
export async function registerSamples(teamId: string): Promise<void> {
  for (const sample of SAMPLES) {
    const file = AgentFile.parse(sample);
    await registerSample(teamId, file).catch((error: unknown) => {
      // Another server that starts at the same time was quicker.
      if (isTaken(error)) return;
      log.error("a sample agent could not be registered; the next start tries again", { agent: file.name, error });
    });
  }
}

/** The sample of that name; null when there is none. */
export function findSample(name: string): AgentFile | null {
  const sample = SAMPLES.find((each) => each.name === name);
  return sample ? AgentFile.parse(sample) : null;
}

/** The same for every team; the server does it at start. */
export async function registerSamplesEverywhere(): Promise<void> {
  const teams = await db().team.findMany({ select: { id: true } });
  for (const { id } of teams) await registerSamples(id);
}

async function registerSample(teamId: string, file: AgentFile): Promise<void> {
  const agent = await db().agent.findFirst({
    where: { teamId, name: file.name },
    include: { currentVersion: true },
  });
  if (agent && (!agent.builtin || agent.currentVersion?.contentHash === hashOf(file))) return;
  await db().$transaction(async (tx) => {
    const agentId = agent?.id ?? createId("agent");
    if (!agent) await tx.agent.create({ data: { id: agentId, teamId, name: file.name, builtin: true } });
    await addVersion(tx, { id: null, teamId }, { agentId, file, note: null });
  });
}
