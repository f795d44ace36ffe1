import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { Reach } from "./reach.ts";
import { makeReach } from "./test-reach.ts";
import { walk } from "./walk.ts";

async function listed(reach: Reach, segments: string[], depth: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const { kind, place, path: name } of walk(reach, segments, { depth }))
    lines.push(`${kind} ${place} ${name}`);
  return lines;
}

test("shows both folders as one, sorted, an artifact instead of its namesake", async () => {
  const { reach } = await makeReach({
    artifacts: { "b.txt": "", "sub/x.txt": "" },
    data: { "a.txt": "", "b.txt": "", "sub/y.txt": "" },
  });
  expect(await listed(reach, [], 1)).toEqual(["file data a.txt", "file artifacts b.txt", "folder artifacts sub"]);
  expect(await listed(reach, [], 2)).toContain("file data sub/y.txt");
  expect(await listed(reach, ["sub"], 1)).toEqual(["file artifacts sub/x.txt", "file data sub/y.txt"]);
});

test("tells links and special files apart and enters no linked folder", async () => {
  const { reach, artifacts, outside } = await makeReach({ artifacts: { "sub/x.txt": "" } });
  execFileSync("mkfifo", [path.join(artifacts, "fifo")]);
  await symlink(outside, path.join(artifacts, "out"));
  await symlink("nowhere", path.join(artifacts, "dangling"));
  await symlink("..", path.join(artifacts, "sub", "up"));
  expect(await listed(reach, [], 20)).toEqual([
    "link artifacts dangling",
    "other artifacts fifo",
    "link artifacts out",
    "folder artifacts sub",
    "folder artifacts sub/up",
    "file artifacts sub/x.txt",
  ]);
  await expect(listed(reach, ["out"], 1)).rejects.toThrow(/leads outside/);
});

test("says that a folder is missing or a file", async () => {
  const { reach } = await makeReach({ artifacts: { "a.txt": "" } });
  await expect(listed(reach, ["b"], 1)).rejects.toThrow('There is no folder "b"');
  await expect(listed(reach, ["a.txt"], 1)).rejects.toThrow('"a.txt" is a file, not a folder.');
});

test("an empty or absent folder has no entries", async () => {
  const { reach } = await makeReach();
  expect(await listed(reach, [], 1)).toEqual([]);
  expect(await listed([{ place: "artifacts", folder: "/nonexistent/folder" }], [], 1)).toEqual([]);
});
