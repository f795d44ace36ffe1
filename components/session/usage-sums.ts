import type { RunPart, Transcript } from "#lib/runs/transcript.ts";
import type { HostedUse, Turn } from "#lib/runs/turn.ts";

/** Tokens and US dollars of several answers; of how many of them the price, or any number, is not known. */
export type UsageSum = {
  turns: number;
  input: number;
  cached: number;
  output: number;
  reasoning: number;
  cost: number;
  unpriced: number;
  uncounted: number;
};

type ToolSum = { name: string; calls: number; failed: number; ms: number };

export type SessionUsage = {
  total: UsageSum;
  agents: { name: string; sum: UsageSum }[];
  tools: ToolSum[];
  /** The tools of model servers, by type. */
  hosted: HostedUse[];
  turns: { key: string; agent: string; model: string | null; ms: number | null; sum: UsageSum }[];
};

/** What a session has used so far: as a whole, by agent, by tool and by answer, each in the order of its first use. */
export function sumUsage({ runs }: Transcript): SessionUsage {
  const turns = runs.flatMap(turnsOf);
  const agents = new Map<string, UsageSum>();
  for (const turn of turns) agents.set(turn.agent, added(agents.get(turn.agent) ?? NOTHING, turn));
  return {
    total: turns.reduce(added, NOTHING),
    agents: [...agents].map(([name, sum]) => ({ name, sum })),
    tools: sumTools(turns),
    hosted: sumHosted(turns),
    turns: turns.map((turn) => {
      const { key, agent, ms } = turn;
      return { key, agent, model: turn.usage?.model ?? turn.model, ms, sum: added(NOTHING, turn) };
    }),
  };
}

/** What a run has used so far, or the conversation of an agent that a call asks. */
export function sumRun(run: RunPart): UsageSum {
  return turnsOf(run).reduce(added, NOTHING);
}

/** Also those of agents that were asked on the way. */
function turnsOf({ entries, nested }: RunPart): Turn[] {
  return entries.flatMap((entry): Turn[] => {
    if (entry.kind !== "turn") return [];
    const asked = entry.calls.flatMap(({ turn, index }) => nested[`${turn}.${index}`] ?? []);
    const isUsed = entry.state === "answered" || entry.usage !== null;
    return [...(isUsed ? [entry] : []), ...asked.flatMap(turnsOf)];
  });
}

const NOTHING: UsageSum = {
  turns: 0,
  input: 0,
  cached: 0,
  output: 0,
  reasoning: 0,
  cost: 0,
  unpriced: 0,
  uncounted: 0,
};

function added(sum: UsageSum, { usage, by }: Turn): UsageSum {
  const turns = sum.turns + 1;
  // A script and a person cost nothing and count no tokens.
  if (usage === null) return { ...sum, turns, uncounted: sum.uncounted + (by === "server" ? 1 : 0) };
  return {
    turns,
    input: sum.input + usage.input,
    cached: sum.cached + usage.cached,
    output: sum.output + usage.output,
    reasoning: sum.reasoning + usage.reasoning,
    cost: sum.cost + (usage.cost ?? 0),
    unpriced: sum.unpriced + (usage.cost === null || usage.hosted.some(({ cost }) => cost === null) ? 1 : 0),
    uncounted: sum.uncounted,
  };
}

function sumHosted(turns: readonly Turn[]): HostedUse[] {
  const sums = new Map<string, HostedUse>();
  for (const { type, uses, cost } of turns.flatMap(({ usage }) => usage?.hosted ?? [])) {
    const sum = sums.get(type) ?? { type, uses: 0, cost: 0 };
    sums.set(type, { type, uses: sum.uses + uses, cost: sum.cost === null || cost === null ? null : sum.cost + cost });
  }
  return [...sums.values()];
}

function sumTools(turns: readonly Turn[]): ToolSum[] {
  const tools = new Map<string, ToolSum>();
  for (const call of turns.flatMap(({ calls }) => calls)) {
    if (call.handoff !== null) continue;
    const sum = tools.get(call.name) ?? { name: call.name, calls: 0, failed: 0, ms: 0 };
    const timing = call.view.ending?.timing;
    tools.set(call.name, {
      name: call.name,
      calls: sum.calls + 1,
      failed: sum.failed + (call.state === "failed" ? 1 : 0),
      ms: sum.ms + (timing ? timing.queueMs + timing.runMs : 0),
    });
  }
  return [...tools.values()];
}
