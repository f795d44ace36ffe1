import { beforeEach, describe, expect, it } from "vitest";
import { countAttempt } from "./attempts.ts";

beforeEach(() => (globalThis as { toolroom?: Map<string, unknown> }).toolroom?.clear());

describe("countAttempt", () => {
  it("refuses the attempt after the limit, tells when to come back, and forgets after a minute", () => {
    for (const now of [0, 1_000, 2_000]) countAttempt("kim", { limit: 3, now });
    expect(() => countAttempt("kim", { limit: 3, now: 10_500 })).toThrow("try again in 50 s.");
    countAttempt("lee", { limit: 3, now: 10_500 });
    countAttempt("kim", { limit: 3, now: 60_000 });
    expect(() => countAttempt("kim", { limit: 3, now: 60_001 })).toThrow("too many attempts");
  });

  it("forgives what succeeded", () => {
    for (let turn = 0; turn < 5; turn++) countAttempt("kim", { limit: 1, now: turn }).forgive();
    countAttempt("kim", { limit: 1, now: 5 });
    expect(() => countAttempt("kim", { limit: 1, now: 6 })).toThrow("too many attempts");
  });

  it("keeps no more subjects than it must", () => {
    for (let index = 0; index < 10_002; index++) countAttempt(`user ${index}`, { limit: 1, now: 0 });
    countAttempt("last", { limit: 1, now: 120_000 });
    expect(() => countAttempt("user 0", { limit: 1, now: 0 })).not.toThrow();
  });
});
