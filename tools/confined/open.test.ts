import { execFileSync } from "node:child_process";
import { chmod, readFile, symlink, truncate } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createArtifact, openFile } from "./open.ts";
import { Problem } from "./problem.ts";
import type { Reach } from "./reach.ts";
import { makeReach } from "./test-reach.ts";

async function contentOf(reach: Reach, name: string): Promise<string> {
  const file = await openFile(reach, name, { maxBytes: 1000 });
  try {
    expect(await readFile(file.openPath, "utf8")).toBe(await file.handle.readFile("utf8"));
    return `${file.place}: ${await readFile(file.openPath, "utf8")}`;
  } finally {
    await file.handle.close();
  }
}

async function problemOf(reach: Reach, name: string): Promise<string> {
  return await openFile(reach, name, { maxBytes: 1000 }).then(
    () => expect.unreachable(`${name} was opened`),
    (thrown) => {
      expect(thrown).toBeInstanceOf(Problem);
      return thrown.message;
    },
  );
}

test("opens a file of either folder, an artifact before its namesake", async () => {
  const { reach } = await makeReach({
    artifacts: { "both.txt": "new" },
    data: { "both.txt": "old", "sub/only.txt": "data" },
  });
  expect(await contentOf(reach, "both.txt")).toBe("artifacts: new");
  expect(await contentOf(reach, "./sub//only.txt")).toBe("data: data");
});

test.each(["../outside/secret.txt", "sub/../../outside/secret.txt", "..", "/etc/passwd", "C:\\secret.txt", "a\0b"])(
  "refuses the path %j",
  async (name) => {
    const { reach } = await makeReach({ artifacts: { "sub/a.txt": "" }, outside: { "secret.txt": "secret" } });
    expect(await problemOf(reach, name)).toMatch(/give one relative to the folder/);
  },
);

test("follows a link inside the folder and none that leads out of it, by file, by folder or by a chain", async () => {
  const { reach, artifacts, outside, data } = await makeReach({
    artifacts: { "real.txt": "inside" },
    data: { "deep/x.txt": "" },
    outside: { "secret.txt": "secret" },
  });
  await symlink("real.txt", path.join(artifacts, "inner.txt"));
  await symlink(path.join(outside, "secret.txt"), path.join(artifacts, "file.txt"));
  await symlink(outside, path.join(artifacts, "folder"));
  await symlink("folder", path.join(artifacts, "chain"));
  await symlink(path.join("..", "..", "outside"), path.join(data, "deep", "nested"));
  expect(await contentOf(reach, "inner.txt")).toBe("artifacts: inside");
  for (const name of ["file.txt", "folder/secret.txt", "chain/secret.txt", "deep/nested/secret.txt"]) {
    expect(await problemOf(reach, name)).toMatch(/leads outside the folder/);
  }
});

test("does not mistake a folder whose name begins alike for the folder itself", async () => {
  const { reach, artifacts } = await makeReach();
  await symlink(`${artifacts}-of-others`, path.join(artifacts, "link"));
  await createArtifact(path.dirname(artifacts), { stem: "artifacts-of-others", extension: "x" }).then(({ handle }) =>
    handle.close(),
  );
  await symlink(`${artifacts}-of-others.x`, path.join(artifacts, "alike"));
  expect(await problemOf(reach, "alike")).toMatch(/leads outside/);
  expect(await problemOf(reach, "link")).toMatch(/There is no file "link"/);
});

test("refuses a FIFO without waiting for a writer, a socket, a device and a folder", async () => {
  const { reach, artifacts } = await makeReach({ artifacts: { "sub/a.txt": "" } });
  execFileSync("mkfifo", [path.join(artifacts, "fifo.csv")]);
  const server = createServer().listen(path.join(artifacts, "socket"));
  onTestFinished(() => void server.close());
  await symlink("/dev/zero", path.join(artifacts, "zero"));
  expect(await problemOf(reach, "fifo.csv")).toMatch(/not a regular file/);
  expect(await problemOf(reach, "socket")).toMatch(/not a regular file/);
  expect(await problemOf(reach, "zero")).toMatch(/leads outside/);
  expect(await problemOf(reach, "sub")).toMatch(/is a folder/);
});

test("refuses a file over the limit by its size alone", async () => {
  const { reach, artifacts } = await makeReach({ artifacts: { "huge.bin": "" } });
  await truncate(path.join(artifacts, "huge.bin"), 50_000_000_000);
  expect(await problemOf(reach, "huge.bin")).toMatch(/has 50000 MB, more than the 0\.0 MB that are read/);
});

test("says which files there are when one is missing, and that a file may not be read", async () => {
  const { reach, artifacts } = await makeReach({
    artifacts: { "a.csv": "", "locked.csv": "" },
    data: { "한글.csv": "" },
  });
  expect(await problemOf(reach, "b.csv")).toBe(
    'There is no file "b.csv"; the files here are "a.csv", "locked.csv", "한글.csv".',
  );
  await chmod(path.join(artifacts, "locked.csv"), 0);
  if (process.getuid?.() !== 0) expect(await problemOf(reach, "locked.csv")).toMatch(/may not be read/);
});

test("finds a Korean name however its letters are spelled", async () => {
  const { reach } = await makeReach({
    artifacts: { ["가나.txt".normalize("NFD")]: "decomposed" },
    data: { "폴더/다라.txt": "composed" },
  });
  expect(await contentOf(reach, "가나.txt".normalize("NFC"))).toBe("artifacts: decomposed");
  expect(await contentOf(reach, "폴더/다라.txt".normalize("NFD"))).toBe("data: composed");
});

test("never overwrites an artifact nor writes through a link", async () => {
  const { artifacts, outside } = await makeReach({ artifacts: { "r.csv": "mine" }, outside: { "target.csv": "safe" } });
  await symlink(path.join(outside, "target.csv"), path.join(artifacts, "r-2.csv"));
  const { name, handle } = await createArtifact(artifacts, { stem: "r", extension: "csv" });
  await handle.close();
  expect(name).toBe("r-3.csv");
  expect(await readFile(path.join(artifacts, "r.csv"), "utf8")).toBe("mine");
  expect(await readFile(path.join(outside, "target.csv"), "utf8")).toBe("safe");
});
