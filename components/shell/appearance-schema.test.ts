import { describe, expect, it } from "vitest";
import { chooseLocale } from "./appearance-schema.ts";

describe("chooseLocale", () => {
  it.each([
    ["ko", "en-US,en;q=0.9", "ko"],
    ["fr", "ko-KR,ko;q=0.9", "ko"],
    [undefined, "en;q=0.5, ko;q=0.8", "ko"],
    [undefined, "fr-FR, ko;q=0, en;q=0.1", "en"],
    [undefined, "*", "en"],
    [undefined, null, "en"],
  ] as const)("cookie %s and header %s give %s", (cookie, header, locale) => {
    expect(chooseLocale(cookie, header)).toBe(locale);
  });
});
