import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { readRequirements } from "./requirements.ts";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function folderWith(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "requirements-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

const installed = async (files: Record<string, string>) => {
  const folder = await folderWith(files);
  return (await readRequirements(folder)).lines.map(({ install }) => install.replaceAll(folder, "<folder>"));
};

test("no file is an empty one plus Pydantic", async () => {
  expect(await installed({})).toEqual(["pydantic"]);
  expect(await installed({ "requirements.txt": "# nothing\n\n" })).toEqual(["pydantic"]);
});

test("a file from Windows, and options without a space, are read as pip reads them", async () => {
  const folder = await folderWith({
    "requirements.txt": Buffer.from("\ufeffpydantic==2.10\r\n-rmore.txt\r\n", "utf16le"),
    "more.txt": "\ufeffnumpy\n",
  });
  const { lines } = await readRequirements(folder);
  expect(lines.map(({ install }) => install)).toEqual(["pydantic==2.10", "numpy"]);
});

test("comments, continued lines, includes and local paths are read as pip reads them", async () => {
  const lines = await installed({
    "requirements.txt":
      "pandas==2.1 # why\r\nPyDantic>=2\n-r more/other.txt\n-e ./local\n./w.whl ; python_version > '3'\nx @ ./w.whl\n--find-links ./local\n",
    "more/other.txt": "numpy \\\n  >=1\n",
    "local/setup.py": "",
    "w.whl": "wheel",
  });
  expect(lines).toEqual([
    "pandas==2.1",
    "PyDantic>=2",
    "numpy   >=1",
    "<folder>/local",
    "<folder>/w.whl ; python_version > '3'",
    "x @ file://<folder>/w.whl",
    "--find-links <folder>/local",
  ]);
});

test("the fingerprint is that of the content, wherever it lies", async () => {
  const one = await readRequirements(await folderWith({ "requirements.txt": "./w.whl # a\n", "w.whl": "1" }));
  const same = await readRequirements(await folderWith({ "requirements.txt": "./w.whl\n", "w.whl": "1" }));
  const other = await readRequirements(await folderWith({ "requirements.txt": "./w.whl\n", "w.whl": "2" }));
  expect(one.fingerprint).toBe(same.fingerprint);
  expect(one.fingerprint).not.toBe(other.fingerprint);
});

test.each([
  [
    "a missing wheel",
    { "requirements.txt": "pandas\n./no.whl\n" },
    /requirements\.txt line 2 names \.\/no\.whl, which does not exist/,
  ],
  ["a missing include", { "requirements.txt": "-r no.txt\n" }, /includes no\.txt, which does not exist/],
  ["a circle", { "requirements.txt": "-r requirements.txt\n" }, /requirements\.txt includes itself/],
  ["bytes", { "requirements.txt": Uint8Array.of(0xff, 0xfe, 0) }, /requirements\.txt of the tool is not text in UTF-8/],
])("%s is refused with its place", async (_, files, message) => {
  await expect(readRequirements(await folderWith(files))).rejects.toThrow(message);
});
