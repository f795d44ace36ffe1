import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "./lock.mjs";

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "toolroom-lock-"));
  file = path.join(folder, "start.lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

const waits = () => expect.fail("nobody holds the lock");

test("one at a time, and nothing stays behind", async () => {
  const release = await takeLock(file, { onWait: waits });
  let waited = 0;
  const second = takeLock(file, { onWait: () => waited++ });
  expect(readdirSync(folder)).toContain("start.lock");
  release();
  (await second)();
  expect(waited).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("a holder that died holds nothing", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(file, String(pid));
  const release = await takeLock(file, { onWait: () => undefined });
  release();
  expect(existsSync(file)).toBe(false);
});
