import fc from "fast-check";
import { expect, test } from "vitest";
import { functionNames } from "./names.ts";

test.each([
  ["get_weather-2", /^get_weather-2$/],
  ["고객 문의 검색", /^gogaek_munui_geomsaek_[0-9a-f]{6}$/],
  ["Vérité d'été", /^Verite_d_ete_[0-9a-f]{6}$/],
  ["🚀", /^tool_[0-9a-f]{6}$/],
  ["", /^tool_[0-9a-f]{6}$/],
  ["a".repeat(200), /^a+_a+_[0-9a-f]{6}$/],
])("%s", (name, legal) => {
  expect(functionNames([name]).get(name)).toMatch(legal);
});

test("names that are equal after cutting stay apart, by their ends too", () => {
  const names = ["comments", "history"].map(
    (end) => `customer-internal-jira-onprem-production-eu-west-1__get_issue_by_id_with_${end}`,
  );
  const legal = [...functionNames(names).values()];
  expect(legal.map((name) => name.replace(/_[0-9a-f]{6}$/, "").slice(-5))).toEqual(["ments", "story"]);
});

test("any names: legal, different, and the same whatever the others are", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.stringMatching(/^[가-힣 ]{1,80}$/),
    fc.stringMatching(/^\w{1,70}$/),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name), (names) => {
      const legal = functionNames(names);
      expect([...legal.keys()]).toEqual(names);
      expect(new Set(legal.values()).size).toBe(names.length);
      for (const [each, found] of legal) {
        expect(found).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(functionNames([each]).get(each)).toBe(found);
      }
    }),
  );
});
