import { describe, expect, it } from "vitest";
import { returnPath } from "./return-path.ts";

describe("returnPath", () => {
  it.each(["/tools/calculator?run=run_1#log", "/tools/%EA%B3%84%EC%82%B0", "/"])("goes to %s", (next) => {
    expect(returnPath(next)).toBe(next);
  });

  it.each([
    undefined,
    "",
    "tools",
    "//evil.test",
    "/\\evil.test",
    "/a\\b",
    "https://evil.test",
    "javascript:alert(1)",
    "/\t/evil.test",
    "/a\n",
    "/..//evil.test",
    "/.//evil.test",
  ])("stays at home for %j", (next) => {
    expect(returnPath(next)).toBe("/tools");
  });
});
