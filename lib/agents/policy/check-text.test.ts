import { describe, expect, test } from "vitest";
import { createRedactor } from "#lib/secrets/redact.ts";
import { checkText, patternProblem } from "./check-text.ts";

const NONE = null;

test("a pattern is looked for in time that grows with the text", () => {
  const check = { type: "pattern" as const, pattern: "(a+)+$", ignoreCase: false };
  expect(checkText(check, `${"a".repeat(200_000)}b`, NONE)).toBeNull();
  expect(checkText(check, "baaa", NONE)).toBe("its pattern is in it");
});

test("a pattern minds case unless it is told not to", () => {
  const check = { type: "pattern" as const, pattern: "ignore (all )?previous" };
  expect(checkText({ ...check, ignoreCase: false }, "Ignore previous", NONE)).toBeNull();
  expect(checkText({ ...check, ignoreCase: true }, "Ignore previous", NONE)).not.toBeNull();
});

test("a pattern that cannot be read says where, and lets nothing through", () => {
  expect(patternProblem("a{2}")).toBeNull();
  expect(patternProblem("x(?<=y)z")).toMatch(/invalid.*\(\?<=y\)z/);
  expect(checkText({ type: "pattern", pattern: "(", ignoreCase: false }, "", NONE)).not.toBeNull();
});

test("a text may be as long as it may be", () => {
  const check = { type: "longest" as const, characters: 4 };
  expect(checkText(check, "four", NONE)).toBeNull();
  expect(checkText(check, "fives", NONE)).toBe("it has 5 characters, and at most 4 are allowed");
});

describe("secrets", () => {
  test("those of the configurations are found in any spelling, and are not told", () => {
    const secrets = createRedactor(["correct horse battery"]);
    const found = checkText({ type: "secrets" }, '{"said":"correct horse\\u0020battery"}', secrets);
    expect(found).toBe("it holds a secret of a tool's configuration");
    expect(checkText({ type: "secrets" }, "a correct horse", secrets)).toBeNull();
  });

  test("what JSON spells otherwise is read as it is meant", () => {
    expect(checkText({ type: "secrets" }, '{"a":["\\u0041KIAIOSFODNN7EXAMPLE"]}', NONE)).toMatch(/AWS/);
    const blocked = { type: "blockedHosts" as const, hosts: ["evil.example"] };
    expect(checkText(blocked, '{"url":"https:\\/\\/ev\\u0069l.example"}', NONE)).toMatch(/evil.example/);
  });
});
