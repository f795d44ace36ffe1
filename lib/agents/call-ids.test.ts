import { expect, test } from "vitest";
import { CallIds } from "./call-ids.ts";

const key = { runId: "run_1", turn: 1, index: 0 };

test("keeps the server's id where no earlier call has it", () => {
  const ids = new CallIds();
  expect([ids.next({ ...key, callId: "a" }), ids.next({ ...key, callId: "b", index: 1 })]).toEqual(["a", "b"]);
});

test("gives one of its own, the same each time, where an id comes again, is missing or is too long", () => {
  const given = ["call_0", "call_0", "", "x".repeat(65), "call_0"];
  const make = () => {
    const ids = new CallIds();
    return given.map((callId, index) => ids.next({ ...key, index, callId }));
  };
  const made = make();
  expect(made).toEqual(make());
  expect(new Set(made).size).toBe(given.length);
  expect(made[0]).toBe("call_0");
  for (const id of made) expect(id).toMatch(/^\w{1,64}$/);
});

test("the same place in another run is another call", () => {
  const [one, other] = ["run_1", "run_2"].map((runId) => new CallIds().next({ ...key, runId, callId: "" }));
  expect(one).not.toBe(other);
});
