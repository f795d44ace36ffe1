import { expect, test } from "vitest";
import { sideBySide } from "./side-by-side.ts";

test("works on each task once, no more at a time than allowed, and takes up what becomes ready meanwhile", async () => {
  const [heard, done, gate] = [Promise.withResolvers<void>(), [] as string[], Promise.withResolvers<void>()];
  const ready = ["a", "b", "c"];
  let at = 0;
  let most = 0;
  let listened = 0;
  await sideBySide({
    most: 2,
    next: async () => ready,
    work: async (task) => {
      at += 1;
      most = Math.max(most, at);
      if (task === "a") {
        ready.push("late");
        heard.resolve();
        await gate.promise;
      }
      if (task === "late") gate.resolve();
      done.push(task);
      at -= 1;
    },
    until: () => {
      listened += 1;
      return {
        heard: heard.promise,
        forget: () => {
          listened -= 1;
        },
      };
    },
  });
  expect(done.toSorted()).toEqual(["a", "b", "c", "late"]);
  expect([most, at, listened]).toEqual([2, 0, 0]);
});

test("begins nothing more when one throws, waits for the others, and throws that", async () => {
  const begun: string[] = [];
  const working = sideBySide({
    most: 2,
    next: async () => ["bad", "good", "never"],
    work: async (task) => {
      begun.push(task);
      await Promise.resolve();
      if (task === "bad") throw new Error("the log is gone");
    },
    until: () => null,
  });
  await expect(working).rejects.toThrow("the log is gone");
  expect(begun).toEqual(["bad", "good"]);
});
