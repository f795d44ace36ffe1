import { expect, test } from "vitest";
import { makeReach } from "../confined/test-reach.ts";
import { listDirectory } from "./list-directory.ts";

const DEFAULTS = { path: ".", recursive: false, limit: 200 };

test("lists names, kinds, sizes and times", async () => {
  const { reach } = await makeReach({ artifacts: { "결과.csv": "1234", "sub/a.txt": "" } });
  const { entries, total, path } = await listDirectory(reach, DEFAULTS);
  expect({ total, path }).toEqual({ total: 2, path: "." });
  expect(entries[1]).toMatchObject({ path: "결과.csv", kind: "file", place: "artifacts", bytes: 4 });
  expect(entries[1]?.modified).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
});

test("lists recursively, by glob, and counts what the limit leaves out", async () => {
  const { reach } = await makeReach({ data: { "a.csv": "", "sub/b.csv": "", "sub/c.txt": "" } });
  const names = async (request: Partial<Parameters<typeof listDirectory>[1]>) =>
    (await listDirectory(reach, { ...DEFAULTS, ...request })).entries.map(({ path }) => path);
  expect(await names({ recursive: true })).toEqual(["a.csv", "sub", "sub/b.csv", "sub/c.txt"]);
  expect(await names({ recursive: true, pattern: "**/*.csv" })).toEqual(["a.csv", "sub/b.csv"]);
  expect(await names({ path: "sub", pattern: "*.csv" })).toEqual(["sub/b.csv"]);
  expect(await listDirectory(reach, { ...DEFAULTS, recursive: true, limit: 1 })).toMatchObject({
    total: 4,
    entries: [{ path: "a.csv" }],
  });
});

test("finds decomposed Korean names by a composed pattern", async () => {
  const { reach } = await makeReach({ artifacts: { ["한글.csv".normalize("NFD")]: "" } });
  const { entries } = await listDirectory(reach, { ...DEFAULTS, pattern: "한*.csv" });
  expect(entries).toMatchObject([{ path: "한글.csv" }]);
});

test("refuses to leave the folder", async () => {
  const { reach } = await makeReach();
  await expect(listDirectory(reach, { ...DEFAULTS, path: ".." })).rejects.toThrow('contains ".."');
});
