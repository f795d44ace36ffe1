import "server-only";
import { z } from "zod";
import { db } from "#lib/db/client.ts";
import type { PinnedTool } from "#lib/runs/agent-schema.ts";
import { readItems } from "#lib/runs/answer-parts.ts";
import type { EventBody } from "#lib/runs/schema.ts";

/** A call of a session: which of an answer's, and which answer of which run, counted as its events do. */
export const CallKey = z.object({ runId: z.string(), turn: z.number().int(), index: z.number().int() });
export type CallKey = z.infer<typeof CallKey>;

/** A tool's call in a session, as the playground can do it again. */
export type SessionCall = CallKey & {
  sessionId: string;
  title: string;
  agent: string;
  tool: PinnedTool & { toolId: string; versionId: string };
  /** What the tool got, or else what the model wrote; JSON text. */
  arguments: string;
};

/** The key as an address has it: `run.turn.index`; null for what is none. */
export function readCallKey(text: string): CallKey | null {
  const [, runId, turn, index] = /^(run_\w{1,60})\.(\d{1,6})\.(\d{1,6})$/.exec(text) ?? [];
  return runId === undefined ? null : { runId, turn: Number(turn), index: Number(index) };
}

/** A tool's call in one of the team's sessions; null when there is none, or it is of no tool that the team has. */
export async function findSessionCall(member: { teamId: string }, key: CallKey): Promise<SessionCall | null> {
  const run = await db().run.findFirst({
    where: { id: key.runId, teamId: member.teamId, kind: "agent" },
    include: {
      session: true,
      events: {
        where: { type: { in: ["run.started", "model.responded", "tool.called"] }, within: null },
        orderBy: { seq: "asc" },
      },
    },
  });
  if (!run?.session) return null;
  const events = run.events.map(({ body }) => JSON.parse(body) as EventBody);
  const answer = ofType(events, "model.responded").find(({ turn }) => turn === key.turn);
  const asked = answer && readItems(answer.items).calls[key.index];
  const started = ofType(events, "run.started").find(({ kind }) => kind === "agent");
  if (!answer || !asked || started?.kind !== "agent") return null;
  const called = ofType(events, "tool.called").find(
    ({ turn, index, helper }) => turn === key.turn && index === key.index && helper === undefined,
  );
  const tool = started.tools.find(({ agent, name, place }) => {
    return agent === answer.agent && name === asked.name && place === undefined;
  });
  if (!tool || tool.toolId === null || tool.versionId === null) return null;
  const { id: sessionId, title } = run.session;
  return {
    ...key,
    ...{ sessionId, title, agent: answer.agent, arguments: called?.arguments ?? asked.arguments },
    tool: { ...tool, toolId: tool.toolId, versionId: tool.versionId },
  };
}

function ofType<Type extends EventBody["type"]>(events: readonly EventBody[], type: Type) {
  return events.filter((event): event is Extract<EventBody, { type: Type }> => event.type === type);
}
