import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { call, folderWith, runsFolder } from "./fixture.ts";

const RUNNING = 4 * availableParallelism();
const WAITING = 256;

test("of many calls of one tool at once those beyond its line are refused, and one that waits can be cancelled", async () => {
  const folder = await folderWith({ "tool.py": "import time\nprint('running', flush=True)\ntime.sleep(1000)\n" });
  const runs = await runsFolder();
  const running = new Set<number>();
  const refused = new Set<number>();
  const calls = Array.from({ length: RUNNING + WAITING + 36 }, (_, index) => {
    const controller = new AbortController();
    const onEvent = (event: { type: string }) => event.type === "tool.log" && running.add(index);
    const ended = call(folder, { runs, signal: controller.signal, onEvent }).then(({ outcome }) => {
      if (outcome.type === "tool.failed" && outcome.code === "rate_limited") refused.add(index);
      return outcome;
    });
    return { index, controller, ended };
  });
  await expect.poll(() => [running.size, refused.size], { timeout: 30_000 }).toEqual([RUNNING, 36]);
  const waiting = calls.filter(({ index }) => !running.has(index) && !refused.has(index));
  expect(waiting).toHaveLength(WAITING);
  waiting[0]?.controller.abort();
  expect(await waiting[0]?.ended).toMatchObject({
    type: "tool.failed",
    code: "cancelled",
    message: "The call was cancelled while it waited for its turn.",
    backEnd: null,
  });
  const words = "256 calls of this tool are waiting already; try again when some have ended.";
  for (const { index, ended } of calls) if (refused.has(index)) expect(await ended).toMatchObject({ message: words });
  // Those that wait first, so that none of them begins.
  for (const { controller } of [...waiting, ...calls]) controller.abort();
  const codes = await Promise.all(calls.map(async ({ ended }) => (await ended).type));
  expect(new Set(codes)).toEqual(new Set(["tool.failed"]));
  expect(running.size).toBe(RUNNING);
});
