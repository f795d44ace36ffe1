import { expect, test } from "vitest";
import { Slots } from "./slots.ts";

test("at most as many as there are slots are in, and they come in by turn", async () => {
  const slots = new Slots(1);
  const { signal } = new AbortController();
  const entered: string[] = [];
  const first = await slots.acquire(signal);
  const enter = async (name: string) => {
    const release = await slots.acquire(signal);
    entered.push(name);
    return release;
  };
  const second = enter("second");
  const third = enter("third");
  await Promise.resolve();
  expect(entered).toEqual([]);
  first();
  first();
  (await second)();
  (await third)();
  expect(entered).toEqual(["second", "third"]);
});

test("one who gives up in the queue takes no slot", async () => {
  const slots = new Slots(1);
  const release = await slots.acquire(new AbortController().signal);
  const impatient = new AbortController();
  const waiting = slots.acquire(impatient.signal);
  impatient.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  release();
  await slots.acquire(new AbortController().signal);
});
