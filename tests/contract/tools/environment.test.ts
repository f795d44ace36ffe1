import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { env } from "#lib/core/env.ts";
import { ensureEnvironment, environmentOf, readEnvironmentLog } from "#lib/tools/environment.ts";
import { call, folderWith, pythonSource, pythonTool, resultOf, typescriptTool } from "./fixture.ts";
import { wheel } from "./wheel.ts";

const fakepkg = (version: string) =>
  wheel({ name: "fakepkg", version, files: { "fakepkg/__init__.py": `__version__ = "${version}"\n` } });
const standalone = 'print("tool_output", __import__("fakepkg").__version__)\n';
const unique = () => `# ${Date.now()} ${Math.random()}`;

/** Files of a tool whose environment is built from nothing but a wheel beside it, with no index at hand. */
function offline(version: string, marker = ""): Record<string, string | Uint8Array> {
  const name = `fakepkg-${version}-py3-none-any.whl`;
  const pydantic = wheel({
    name: "pydantic",
    version: "9.0",
    files: { "pydantic/__init__.py": `MARK = ${JSON.stringify(marker)}\n` },
  });
  return {
    "tool.py": standalone,
    "requirements.txt": `--no-index\n./wheels/${name}\n./wheels/pydantic-9.0-py3-none-any.whl\n`,
    [`wheels/${name}`]: fakepkg(version),
    "wheels/pydantic-9.0-py3-none-any.whl": pydantic,
  };
}

test("P09: two tools with requirements at odds each get their own, in any order", async () => {
  const [one, two] = [await folderWith(offline("1.0")), await folderWith(offline("2.0"))];
  expect([await resultOf(one), await resultOf(two), await resultOf(one)]).toEqual(["1.0", "2.0", "1.0"]);
  const [first, again] = [await environmentOf(one), await environmentOf(await folderWith(offline("1.0")))];
  expect(first.id).toBe(again.id);
  expect((await environmentOf(two)).id).not.toBe(first.id);
});

test("it is built once, however many ask at once, and each hears the log", async () => {
  const folder = await folderWith(offline("3.0", unique()));
  expect((await environmentOf(folder)).state).toBe("missing");
  const heard = ["", "", ""];
  const built = await Promise.all(
    heard.map((_, index) => ensureEnvironment(folder, { onLog: (text) => (heard[index] += text) })),
  );
  expect(new Set(built.map(({ program }) => program)).size).toBe(1);
  for (const log of heard) expect(log.match(/Successfully installed/g)).toHaveLength(1);
  const { id, state } = await environmentOf(folder);
  expect(state).toBe("ready");
  const { text, next } = await readEnvironmentLog(id, 0);
  expect(text).toContain("Successfully installed");
  expect(await readEnvironmentLog(id, next)).toEqual({ text: "", next });
});

test("a failed build is a state with a reason and a log, and is not tried again unless asked", async () => {
  const marker = `no-such-package-${Date.now()}`;
  const folder = await folderWith({
    "tool.py": pythonSource("return 1"),
    "requirements.txt": `--no-index\npydantic\n${marker}==1.2.3\n`,
  });
  const { outcome } = await call(folder);
  expect(outcome).toMatchObject({ type: "tool.failed", code: "tool_failed" });
  expect(outcome.modelResult).toBe("The tool's environment could not be built; a person has to look at it.");
  const state = await environmentOf(folder);
  expect(state).toMatchObject({
    state: "failed",
    problem: expect.stringMatching(/^requirements\.txt line \d \(.*\) could not be installed: /),
  });
  const logged = await readEnvironmentLog(state.id, 0);
  const again = await call(folder);
  expect(again.events.filter(({ type }) => type === "environment.log")).toEqual([]);
  expect((await readEnvironmentLog(state.id, 0)).next).toBe(logged.next);
  const retried: string[] = [];
  await expect(
    ensureEnvironment(folder, { retry: "failed", onLog: (text) => void retried.push(text) }),
  ).rejects.toThrow("could not be installed");
  expect(retried.join("")).toContain("pip");
});

test.each([
  [
    "requirements of bytes",
    { "tool.py": "", "requirements.txt": Uint8Array.of(0x80, 0x81) },
    "requirements.txt of the tool is not text in UTF-8.",
  ],
  [
    "a missing wheel",
    { "tool.py": "", "requirements.txt": "./gone.whl\n" },
    "requirements.txt line 1 names ./gone.whl, which does not exist.",
  ],
  ["a broken package.json", { "tool.ts": "", "package.json": "{" }, "package.json of the tool is not JSON"],
])("%s is a failed state with a sentence", async (_, files, problem) => {
  const folder = await folderWith(files);
  expect(await environmentOf(folder)).toMatchObject({ state: "failed", problem: expect.stringContaining(problem) });
  await expect(ensureEnvironment(folder, {})).rejects.toThrow(problem);
});

test.each([
  [
    "requirements at odds",
    { "requirements.txt": "--no-index\n./fakepkg-1.0-py3-none-any.whl\nfakepkg==2.0\n" },
    /^requirements\.txt line 3 \(fakepkg==2\.0\) could not be installed: .*(conflicting dependencies|No matching distribution)/,
  ],
  [
    "a package that cannot be built",
    { "requirements.txt": "--no-index\n./bad\n", "bad/setup.py": "raise SystemExit('no build for you')\n" },
    /^requirements\.txt line 2 \(\.\/bad\) could not be installed: .*\.$/,
  ],
  [
    "a line that is none",
    { "requirements.txt": "--no-index\n===???\n" },
    /^requirements\.txt line 2 \(===\?\?\?\) could not be installed: Invalid requirement: '===\?\?\?'[^/]*\.$/,
  ],
])("%s are told in one sentence without the studio's own paths", async (_, files, sentence) => {
  const folder = await folderWith({ "tool.py": standalone, "fakepkg-1.0-py3-none-any.whl": fakepkg("1.0"), ...files });
  const said = await ensureEnvironment(folder, { retry: "failed" }).catch((error: Error) => error.message);
  expect(said).toMatch(sentence);
  expect(said).not.toContain(env().data);
});

test("a TypeScript tool gets the packages it names, local ones by content", async () => {
  const folder = await typescriptTool("  return word;", {
    head: 'import { word } from "local-package";',
    files: {
      "package.json": JSON.stringify({
        dependencies: { "local-package": "file:./local", zod: `file:${path.resolve("node_modules/zod")}` },
      }),
      "local/package.json": JSON.stringify({
        name: "local-package",
        version: "1.0.0",
        type: "module",
        exports: "./index.js",
      }),
      "local/index.js": `export const word = "here"; // ${unique()}\n`,
    },
  });
  expect(await resultOf(folder)).toBe("here");
});

test("an abort ends the waiting, not the build", async () => {
  const folder = await folderWith(offline("4.0", unique()));
  await expect(ensureEnvironment(folder, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
  expect((await ensureEnvironment(folder, {})).warnings).toEqual([]);
});

test("a build whose builder was killed is built anew, also by another process", async () => {
  const folder = await folderWith(offline("5.0", unique()));
  const script = path.join(await mkdtemp(path.join(os.tmpdir(), "script-")), "build.ts");
  onTestFinished(() => rm(path.dirname(script), { recursive: true }));
  await writeFile(
    script,
    `import { ensureEnvironment } from ${JSON.stringify(path.resolve("lib/tools/environment.ts"))};\nconst log = (text: string) => process.stdout.write(text);\nawait ensureEnvironment(${JSON.stringify(folder)}, { onLog: log });\n`,
  );
  const builder = spawn(process.execPath, ["--conditions=react-server", script], {
    env: { ...process.env, TOOLROOM_DATA: env().data },
  });
  await once(builder.stdout, "data");
  expect((await environmentOf(folder)).state).toBe("building");
  builder.kill("SIGKILL");
  await once(builder, "exit");
  expect((await environmentOf(folder)).state).toBe("missing");
  await ensureEnvironment(folder, {});
  expect((await environmentOf(folder)).state).toBe("ready");
});

const ownPydantic = spawnSync("python3", ["-c", "import pydantic; print(pydantic.VERSION)"], {
  encoding: "utf8",
}).stdout.trim();

test.skipIf(ownPydantic === "")(
  "offline, the interpreter's own packages are used, with a warning on versions",
  async () => {
    process.env.PIP_NO_INDEX = "1";
    onTestFinished(() => {
      delete process.env.PIP_NO_INDEX;
    });
    const requirements = `pydantic==2.0.${Date.now()}\n`;
    const folder = await pythonTool("import pydantic\nreturn pydantic.VERSION", {
      files: { "requirements.txt": requirements },
    });
    const { outcome } = await call(folder);
    expect(outcome).toMatchObject({ type: "tool.returned", result: ownPydantic });
    expect(outcome.warnings).toEqual([
      expect.stringMatching(/^No package index could be reached.*pydantic .* for "pydantic==2\.0\.\d+"\.$/),
    ]);
    expect((await environmentOf(folder)).warnings).toEqual(outcome.warnings);
  },
);
