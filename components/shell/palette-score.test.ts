import { expect, it } from "vitest";
import { paletteScore } from "./palette-score.ts";

it("wants every word, and likes the start of the name best", () => {
  const score = (search: string) => paletteScore("query_table", search, ["Filters and sorts a CSV file"]);
  expect(score("query")).toBe(1);
  expect(score("table")).toBeLessThan(score("query"));
  expect(score("csv")).toBeLessThan(score("table"));
  expect(score("query csv")).toBe(score("csv"));
  expect(score("query xlsx")).toBe(0);
  expect(score("rea")).toBe(0);
});

it("shows everything while nothing is searched", () => {
  expect(paletteScore("dates", " ")).toBe(1);
});
