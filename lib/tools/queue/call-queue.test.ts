import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { type Call, Callers, callers, settled } from "./call-queue.test-support.ts";

describe("turns", () => {
  test("first come, first served within a tool of a member", async () => {
    const names = ["a/t", "a/t/second", "a/t/third"];
    const all = await callers({}, ["x/x", ...names]);
    expect(await all.drain()).toEqual(names);
  });

  test("members take turns, however much one has queued", async () => {
    const all = await callers({}, ["x/x", "a/t", "a/t", "a/t", "b/t", "a/t", "c/u", "b/t"]);
    expect(await all.drain()).toEqual(["a/t", "b/t", "c/u", "a/t", "b/t", "a/t", "a/t"]);
  });

  test("a member's tools take turns", async () => {
    const all = await callers({}, ["x/x", "a/t", "a/t", "a/t", "a/u", "a/u", "a/v"]);
    expect(await all.drain()).toEqual(["a/t", "a/u", "a/v", "a/t", "a/u", "a/t"]);
  });

  test("many tools give a member no more turns than one tool does", async () => {
    const all = await callers({}, ["x/x", "a/t", "a/u", "a/v", "b/t", "b/t"]);
    expect(await all.drain()).toEqual(["a/t", "b/t", "a/u", "b/t", "a/v"]);
  });

  test("a tool that runs as often as it may holds up nobody else, and is next once there is room", async () => {
    const all = await callers({ running: 3, runningPerTool: 1 }, ["a/t", "a/t", "a/t", "b/u", "c/v", "b/w", "b/u"]);
    const names = () => [...all.inside].map(({ name }) => name);
    const end = (name: string) => all.release([...all.inside].find((call) => call.name === name) as Call);
    expect(names()).toEqual(["a/t", "b/u", "c/v"]);
    await end("c/v");
    expect(names()).toEqual(["a/t", "b/u", "b/w"]);
    await end("a/t");
    expect(names()).toEqual(["b/u", "b/w", "a/t"]);
    await end("b/u");
    expect(names()).toEqual(["b/w", "a/t", "b/u"]);
  });

  test("whoever leaves the queue costs the member no turn", async () => {
    const all = new Callers({});
    await all.enter("x/x");
    const left = [];
    for (const tool of ["t", "u", "v", "w"]) left.push(await all.enter(`a/${tool}`));
    for (const name of ["a/last", "b/t", "b/t", "b/t"]) await all.enter(name);
    for (const call of left) call.cancel.abort();
    expect((await all.drain()).indexOf("a/last")).toBeLessThan(2);
  });

  test("no line starves whose member has other work whenever its own tool has room", async () => {
    const all = await callers({ running: 2, runningPerTool: 1 }, ["a/t", "m/u", "a/t", "m/u", "m/t"]);
    const endOneOf = async (tool: string) => {
      const call = [...all.inside].find((each) => each.tool === tool) as Call;
      await all.release(call);
      await all.enter(call.name);
    };
    // Were it only for who was served last, `t` would have room whenever it is the turn of `a`.
    for (let times = 0; times < 4; times += 1) {
      await endOneOf("u");
      await endOneOf("t");
    }
    expect(all.admitted.map(({ name }) => name)).toContain("m/t");
  });
});

describe("cancelling", () => {
  test("whoever waits leaves at once, with the signal's reason, and takes no place", async () => {
    const all = await callers({}, ["a/t", "a/t/1"]);
    const second = await all.enter("a/t/2");
    await all.enter("a/t/3");
    second.cancel.abort(new Error("enough"));
    expect(all.queue.waiting).toBe(2);
    await settled();
    expect(second.reason).toEqual(new Error("enough"));
    expect(await all.drain()).toEqual(["a/t/1", "a/t/3"]);
    expect(all.queue).toMatchObject({ running: 0, waiting: 0 });
  });

  test("whoever has given up before is not let in", async () => {
    const queue = new Callers({}).queue;
    await expect(queue.enter({ tool: "t", member: "a" }, AbortSignal.abort(new Error("no")))).rejects.toThrow("no");
    expect(queue.running).toBe(0);
  });

  test("in the moment of being let in: the place is the caller's, to give back", async () => {
    const all = await callers({}, ["a/t"]);
    const next = await all.enter("b/t");
    const [first] = all.inside;
    first?.release();
    next.cancel.abort();
    await settled();
    expect(next).toMatchObject({ reason: null });
    expect(all.queue).toMatchObject({ running: 1, waiting: 0 });
    next.release();
    expect(all.queue.running).toBe(0);
  });

  test("a place that the same signal frees goes to nobody who gave up with it", async () => {
    const { queue } = new Callers({});
    const shared = new AbortController();
    const release = await queue.enter({ tool: "t", member: "a" }, shared.signal);
    shared.signal.addEventListener("abort", release);
    const gone = queue.enter({ tool: "t", member: "a" }, shared.signal);
    const other = queue.enter({ tool: "t", member: "b" }, new AbortController().signal);
    shared.abort(new Error("enough"));
    await expect(gone).rejects.toThrow("enough");
    (await other)();
    expect(queue).toMatchObject({ running: 0, waiting: 0 });
  });

  test("no listener stays behind", async () => {
    const { queue } = new Callers({});
    const { signal } = new AbortController();
    const first = await queue.enter({ tool: "t", member: "a" }, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    const second = queue.enter({ tool: "t", member: "a" }, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    first();
    (await second)();
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});

test("a place that is given back twice is one place", async () => {
  const all = await callers({}, ["a/t", "a/t", "a/t"]);
  const [first] = all.inside;
  first?.release();
  first?.release();
  await settled();
  expect(all.queue).toMatchObject({ running: 1, waiting: 1 });
});

test("a full queue refuses, and says which one it is", async () => {
  const limits = { waiting: 1000, waitingPerTool: 256 };
  const all = await callers(limits, ["x/x", ...Array.from({ length: 1000 }, (_, index) => `a/${index % 4}`)]);
  const refusal = async (name: string) => (await all.enter(name)).reason;
  expect(all.queue.waiting).toBe(1000);
  expect(await refusal("b/new")).toMatchObject({
    code: "rate_limited",
    status: 429,
    message: "1,000 calls are waiting already; try again when some have ended.",
  });
  const some = [...all.waiting].slice(0, 20);
  for (const call of some) call.cancel.abort();
  for (let index = 0; index < 12; index += 1) await all.enter("b/0");
  expect(await refusal("c/0")).toMatchObject({
    code: "rate_limited",
    message: "256 calls of this tool are waiting already; try again when some have ended.",
  });
  expect(await refusal("b/new")).toBeNull();
});
