import { ensureDatabase, releaseDatabase } from "#lib/db/embedded.ts";
import { disconnect } from "#lib/db/notify.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";
import { createTeam } from "#tests/support/team.ts";
import { bareLoop, handovers, ownLoop, sdkLoop } from "./agent-loops.ts";
import { undoing } from "./ending.ts";
import { type Benchmark, sideBySide } from "./measure.ts";
import { startModelServer } from "./model-server.ts";

const TURNS = 20;
const SESSIONS = 50;

/** What a turn of a run costs this process in CPU time: the studio's loop, which keeps everything, against those that keep nothing. */
export const agentTurns: Record<string, Benchmark> = {
  "agents.turn-cpu": () => turnCpu(sdkLoop),
  "agents.turn-cpu.bare": () => turnCpu(bareLoop),
  "agents.concurrent": concurrent,
};

async function turnCpu(other: typeof sdkLoop) {
  return withDatabase(async (member) => {
    const { url, stop } = await startModelServer(handovers(TURNS));
    return undoing(stop, async () => {
      const own = await ownLoop(member, { url, turns: TURNS });
      const beside = other({ url, turns: TURNS });
      // What is compiled while it runs is compiled before it is measured.
      for (let round = 0; round < 10; round++) {
        await own();
        await beside();
      }
      return sideBySide({ rounds: 20 }, { subject: () => cpuOf(own), baseline: () => cpuOf(beside) });
    });
  });
}

/** Sessions that one core bears, each of which streams a word every 20 ms: those that went at once, by the share of a core they took. */
async function concurrent() {
  return withDatabase(async (member) => {
    const script = {
      "*": [{ output: [{ type: "message", text: "One word, and one more. ".repeat(20) }], pace: 20, chunk: 5 }],
    };
    const { url, stop } = await startModelServer(script);
    return undoing(stop, async () => {
      const own = await ownLoop(member, { url, turns: 1 });
      const beside = sdkLoop({ url, turns: 1 });
      return sideBySide(
        { rounds: 4, unit: "sessions/core" },
        { subject: () => sessionsPerCore(own), baseline: () => sessionsPerCore(beside) },
      );
    });
  });
}

async function sessionsPerCore(loop: () => Promise<void>): Promise<number> {
  const start = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: SESSIONS }, loop));
  const { user, system } = process.cpuUsage(before);
  return SESSIONS / ((user + system) / 1000 / (performance.now() - start));
}

/** Milliseconds of CPU for each turn. */
async function cpuOf(loop: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await loop();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / TURNS;
}

/** A database of its own with a team in it. */
export function withDatabase<T>(use: (member: { id: string; teamId: string }) => Promise<T>): Promise<T> {
  const stop = async () => {
    await untilIdle();
    await disconnect();
    await releaseDatabase();
  };
  return undoing(stop, async () => {
    await ensureDatabase();
    return use(await createTeam("Bench"));
  });
}
