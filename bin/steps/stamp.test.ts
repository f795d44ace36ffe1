import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashOf, unlessStamped } from "./stamp.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "toolroom-stamp-"));
  mkdirSync(path.join(folder, "app/deep"), { recursive: true });
  writeFileSync(path.join(folder, "app/deep/page.tsx"), "one");
  writeFileSync(path.join(folder, "app/page.test.tsx"), "test");
});
afterEach(() => rmSync(folder, { recursive: true }));

const hash = () => hashOf(folder, ["app", "missing.ts"], (file: string) => file.includes(".test."));

test("the hash follows names and contents, but not what is left out", () => {
  const before = hash();
  writeFileSync(path.join(folder, "app/page.test.tsx"), "other test");
  expect(hash()).toBe(before);
  writeFileSync(path.join(folder, "app/deep/page.tsx"), "two");
  const changed = hash();
  expect(changed).not.toBe(before);
  writeFileSync(path.join(folder, "missing.ts"), "");
  expect(hash()).not.toBe(changed);
});

test("the hash is the same after Python has run what lies there", () => {
  const before = hash();
  mkdirSync(path.join(folder, "app/deep/__pycache__"));
  writeFileSync(path.join(folder, "app/deep/__pycache__/keeper.cpython-311.pyc"), "compiled");
  expect(hash()).toBe(before);
});

test("work is done once for a state, and again when it failed", async () => {
  const stamp = path.join(folder, "made-from");
  let made = 0;
  const work = async () => {
    made++;
  };
  await expect(unlessStamped(stamp, "a", async () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await unlessStamped(stamp, "a", work)).toBe(true);
  expect(await unlessStamped(stamp, "a", work)).toBe(false);
  expect(await unlessStamped(stamp, "b", work)).toBe(true);
  expect(made).toBe(2);
});
