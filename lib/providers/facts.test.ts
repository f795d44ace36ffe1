import { expect, test } from "vitest";
import { acceptedSettings, costOf, factsOf } from "./facts.ts";

test("a snapshot has the facts of its model, another model has not", () => {
  expect(factsOf("gpt-4.1-2025-04-14")).toEqual(factsOf("gpt-4.1"));
  expect(factsOf("gpt-4.1-mini").price).not.toEqual(factsOf("gpt-4.1").price);
  for (const unknown of ["gpt-4o-audio-preview", "gpt-5.99", "llama3", "", "__proto__", "constructor"]) {
    expect(factsOf(unknown)).toMatchObject({ contextTokens: null, price: null, reasons: null, refuses: [] });
  }
});

test("a cost counts cached tokens at their own price, and is unknown rather than nothing", () => {
  const usage = { input: 1_000_000, cached: 400_000, output: 100_000, reasoning: 50_000 };
  expect(costOf("gpt-4.1", usage)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 8, 10);
  expect(costOf("gpt-5-pro", usage)).toBeCloseTo(15 + 12, 10);
  expect(costOf("llama3", usage)).toBeNull();
  expect(costOf("gpt-4.1", null)).toBeNull();
});

test("only what is set and refused is left out", () => {
  expect(acceptedSettings("o3", { temperature: 1, maxOutputTokens: 5 })).toEqual({
    settings: { maxOutputTokens: 5 },
    leftOut: ["temperature"],
  });
  expect(acceptedSettings("llama3", { temperature: 1 }).leftOut).toEqual([]);
});
