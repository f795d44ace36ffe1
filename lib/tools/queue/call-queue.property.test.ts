import fc from "fast-check";
import { expect, test } from "vitest";
import { type Call, Callers, settled } from "./call-queue.test-support.ts";

const MEMBERS = ["a", "b", "c"];
const TOOLS = ["t", "u", "v"];
const anyName = fc
  .tuple(fc.constantFrom(...MEMBERS), fc.constantFrom(...TOOLS))
  .map(([member, tool]) => `${member}/${tool}`);
const anyLimits = fc.record({
  running: fc.integer({ min: 1, max: 5 }),
  runningPerTool: fc.integer({ min: 1, max: 5 }),
  waiting: fc.integer({ min: 5, max: 40 }),
  waitingPerTool: fc.integer({ min: 5, max: 15 }),
});
/** What happens next; `at` picks one of those whom it may happen to. */
const anyAct = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("enter" as const), name: anyName }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("release" as const, "cancel" as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("release and cancel" as const), at: fc.nat() }) },
);
const MANY = { maxLength: 150, size: "max" } as const;
const manyActs = fc.array(anyAct, MANY);

test("never too many are in, no place stays empty, and whoever does not give up comes in by turn", async () => {
  const property = fc.asyncProperty(anyLimits, manyActs, async (limits, acts) => {
    const all = new Callers(limits);
    const entered: Call[] = [];
    for (const act of acts) {
      if (act.type === "enter") entered.push(await all.enter(act.name));
      else {
        const [inside, waiting] = [pick(all.inside, act.at), pick(all.waiting, act.at)];
        const released = act.type !== "cancel" && inside ? all.release(inside) : null;
        // In the same tick, so that it may hit whoever has just been let in.
        if (act.type !== "release") waiting?.cancel.abort(new Error("enough"));
        await released;
      }
      await settled();
      checkPlaces(all);
    }
    await all.drain();
    expect(all.queue).toMatchObject({ running: 0, waiting: 0 });
    const admitted = entered.filter(({ reason }) => reason === null);
    expect(new Set(all.admitted)).toEqual(new Set(admitted));
    for (const { cancel, reason } of entered)
      if (reason !== null && !cancel.signal.aborted) expect(reason).toMatchObject({ code: "rate_limited" });
    const lines = Object.groupBy(all.admitted, ({ name }) => name);
    for (const [name, line] of Object.entries(lines))
      expect(line).toEqual(admitted.filter((call) => call.name === name));
  });
  await fc.assert(property, { numRuns: 100 });
});

test("before a member's only waiting call comes one of each other's, and what busy tools kept out before", async () => {
  const property = fc.asyncProperty(anyLimits, manyActs, async (limits, acts) => {
    const all = new Callers({ ...limits, waiting: 1000, waitingPerTool: 1000 });
    const passed = new Map<Call, string[]>();
    for (const act of acts) {
      if (act.type === "enter") {
        const isFirst = [...all.waiting].every(({ name }) => name[0] !== act.name[0]);
        const call = await all.enter(act.name);
        if (isFirst) passed.set(call, []);
      } else if (act.type === "cancel") {
        pick(all.waiting, act.at)?.cancel.abort();
        await settled();
      } else await releaseAndNote(all, pick(all.inside, act.at), passed);
    }
    for (const members of passed.values())
      for (const each of MEMBERS)
        expect(members.filter((member) => member === each).length).toBeLessThanOrEqual(1 + busyTools(limits));
  });
  await fc.assert(property, { numRuns: 300 });
});

test("no line starves, in whatever order calls end, when everybody calls again at once", async () => {
  const lines = fc.uniqueArray(anyName, { minLength: 2, maxLength: 9 });
  const ends = fc.array(fc.nat(), MANY);
  const property = fc.asyncProperty(anyLimits, lines, ends, async (limits, names, ends) => {
    const all = new Callers({ ...limits, waiting: 1000, waitingPerTool: 1000 });
    for (const name of [...names, ...names, ...names]) await all.enter(name);
    const passed = new Map(names.map((name) => [name, 0]));
    for (const at of ends) {
      const before = all.admitted.length;
      const ended = pick(all.inside, at) as Call;
      await all.release(ended);
      await all.enter(ended.name);
      const waiting = new Set([...all.waiting].map(({ name }) => name));
      for (const admitted of all.admitted.slice(before)) {
        for (const name of names.filter((each) => each.endsWith(admitted.tool)))
          passed.set(name, name === admitted.name || !waiting.has(name) ? 0 : (passed.get(name) ?? 0) + 1);
      }
      expect(Math.max(...passed.values())).toBeLessThanOrEqual((MEMBERS.length - 1) * (TOOLS.length + 1));
    }
  });
  await fc.assert(property, { numRuns: 300 });
});

function pick(calls: Set<Call>, at: number): Call | undefined {
  return [...calls][at % calls.size];
}

function checkPlaces(all: Callers): void {
  const { queue, waiting, inside, limits } = all;
  expect(queue).toMatchObject({ running: inside.size, waiting: waiting.size });
  expect(inside.size).toBeLessThanOrEqual(limits.running);
  expect(waiting.size).toBeLessThanOrEqual(limits.waiting);
  for (const tool of TOOLS) {
    expect(all.running(tool)).toBeLessThanOrEqual(limits.runningPerTool);
    const line = [...waiting].filter((call) => call.tool === tool);
    expect(line.length).toBeLessThanOrEqual(limits.waitingPerTool);
    if (line.length > 0) expect(all.hasPlace(tool)).toBe(false);
  }
}

/** Counts who came in while there was room for another's only call, too. */
async function releaseAndNote(all: Callers, ended: Call | undefined, passed: Map<Call, string[]>): Promise<void> {
  if (!ended) return;
  const before = all.admitted.length;
  const released = all.release(ended);
  const waiting = [...passed].filter(([call]) => all.waiting.has(call) && all.hasPlace(call.tool));
  await released;
  for (const { member, name } of all.admitted.slice(before))
    for (const [call, members] of waiting) if (call.name !== name && call.member !== member) members.push(member);
}

/** How many tools can keep their calls out while others come in. */
function busyTools({ running, runningPerTool }: { running: number; runningPerTool: number }): number {
  return runningPerTool >= running ? 0 : Math.floor(running / runningPerTool);
}
