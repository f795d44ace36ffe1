import { expect, test } from "vitest";
import { findBlockedHost } from "./blocked-hosts.ts";

const BLOCKED = ["evil.example", "*.tracker.test", "bücher.example", "10.0.0.1", "한국.kr"];

test.each([
  ["https://evil.example", "evil.example"],
  ["see EVIL.example, please", "evil.example"],
  ["http://a.b.evil.example:8080/x?y#z", "evil.example"],
  ["https://evil.example./", "evil.example"],
  ["https://good.example@evil.example/", "evil.example"],
  ["https://good.example:pass@evil.example", "evil.example"],
  ["https:\\\\evil.example\\x", "evil.example"],
  ["//evil.example/a", "evil.example"],
  ["[link](https://evil.example)", "evil.example"],
  ["https://good.example/?to=https%3A%2F%2Fevil.example%2F", "evil.example"],
  ["https://ev%69l.example/", "evil.example"],
  ["ｅｖｉｌ。example", "evil.example"],
  ["ev\u00adil.exam\u200bple", "evil.example"],
  ["ftp://evil.example", "evil.example"],
  ["mail bob@evil.example", "evil.example"],
  ["x.tracker.test", "tracker.test"],
  ["https://xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["https://BÜCHER.example", "xn--bcher-kva.example"],
  ["http://10.0.0.1/", "10.0.0.1"],
  ["http://167772161/", "10.0.0.1"],
  ["http://[::ffff:10.0.0.1]/", "10.0.0.1"],
  ["한국.kr에 있습니다", "xn--3e0b707e.kr"],
  ["한국.kr 에 있습니다", "xn--3e0b707e.kr"],
])("%s", (text, host) => {
  expect(findBlockedHost(text, BLOCKED)).toBe(host);
});

test.each([
  "https://notevil.example",
  "https://evil.example.org",
  "https://evil.example@good.example/",
  "evil-example",
  "v10.0.0.12",
  "an evil example.",
])("%s names none", (text) => {
  expect(findBlockedHost(text, BLOCKED)).toBeNull();
});

test("a long text takes no long time", () => {
  expect(
    findBlockedHost(`${"a".repeat(500_000)} ${"a.".repeat(100_000)} ${"http://".repeat(20_000)}`, BLOCKED),
  ).toBeNull();
});
