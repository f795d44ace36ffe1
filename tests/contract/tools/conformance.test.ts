import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { listBuiltinNames, loadBuiltinFiles } from "#lib/registry/builtins.ts";
import type { BackEnd } from "#lib/runs/schema.ts";
import { readContract } from "#lib/tools/contract.ts";
import { warmTools } from "#lib/tools/warm-tools.ts";
import { LOOKS_LIKE_A_DEFINITION, PER_CALL_PYTHON, PYTHON_SAMPLES, type Sample } from "./conformance-python.ts";
import { PER_CALL_TYPESCRIPT, TYPESCRIPT_SAMPLES } from "./conformance-typescript.ts";
import { type CallOptions, call, folderWith, openContract, runsFolder } from "./fixture.ts";

afterEach(() => warmTools().close());

const WARM = { "tool.py": ["zygote", "pool"], "tool.ts": ["pool"] } as const;
type Entry = keyof typeof WARM;

/** A call by this back end, which for a pool there is only when its processes stand. */
async function callBy(backEnd: BackEnd, folder: string, options: CallOptions) {
  const contract = options.contract ?? openContract(await languageOf(folder));
  const settings = { ...contract.settings, backEnd };
  return vi.waitUntil(
    async () => {
      const called = await call(folder, { ...options, contract: { ...contract, settings } });
      return called.outcome.backEnd === backEnd || called.outcome.backEnd === null ? called : null;
    },
    { timeout: 20_000, interval: 50 },
  );
}

async function languageOf(folder: string) {
  return (await readdir(folder)).includes("tool.py") ? "python" : "typescript";
}

/** All that there is to see of a call, without the names that are its own. */
async function pictureOf({ outcome, stdout, stderr, artifacts, artifactDirectory }: Awaited<ReturnType<typeof call>>) {
  const { backEnd: _, sandbox, timing: __, peakMemoryBytes: ___, ...ended } = outcome;
  const files = artifacts.map(async (name) => [
    name,
    (await readFile(path.join(artifactDirectory, name))).toString("hex"),
  ]);
  const seen = { sandbox, ended, stdout, stderr, files: Object.fromEntries(await Promise.all(files)) };
  const text = JSON.stringify(seen, null, 1);
  return text
    .replaceAll(artifactDirectory, "<run>")
    .replaceAll(/\/tmp\/toolroom-[0-9a-f]{16}/g, "<scratch>")
    .replaceAll(/\b0x[0-9a-f]+/g, "<address>");
}

async function expectTheSame(folder: string, entry: Entry, options: CallOptions = {}) {
  const around = { ...options, runs: await runsFolder() };
  const cold = await pictureOf(await callBy("cold", folder, around));
  for (const backEnd of WARM[entry]) {
    const warm = await callBy(backEnd, folder, around);
    expect(await pictureOf(warm), backEnd).toBe(cold);
    // Processes of a pool all begin alike, and one that crashes is not run so again.
    if (backEnd === "pool" || warm.outcome.signal !== null) continue;
    expect(await pictureOf(await callBy(backEnd, folder, around)), `${backEnd}, again`).toBe(cold);
  }
  return cold;
}

const toSample = (entry: Entry, sample: string | Sample): Sample =>
  typeof sample === "string" ? { files: { [entry]: sample } } : sample;

describe.each([
  ["tool.py", PYTHON_SAMPLES],
  ["tool.ts", TYPESCRIPT_SAMPLES],
] as const)("the same as cold for a %s", (entry, samples) => {
  test.each(Object.entries(samples))("%s", async (_, given) => {
    const { files, tool = {} } = toSample(entry, given);
    const folder = await folderWith(files);
    const contract = openContract(entry === "tool.py" ? "python" : "typescript");
    const isProgram = entry === "tool.py" || !files[entry]?.includes("runTool");
    await expectTheSame(folder, entry, {
      tool,
      contract: { ...contract, protocol: isProgram ? "program" : "function" },
    });
  });
});

const CATALOGUE = path.resolve("tools");

test.each(await listBuiltinNames())("the same as cold for the built-in tool %s", async (name) => {
  const files = await loadBuiltinFiles(name);
  const folder = await folderWith(Object.fromEntries(files.map((file) => [file.path, file.content])), name);
  const text = await readFile(path.join(CATALOGUE, name, "example.json"), "utf8");
  // Rows that are equal by what they are ordered by come in any order.
  const example = JSON.parse(text.replace("ORDER BY flights DESC", "$&, ALL"));
  const picture = await expectTheSame(folder, name.endsWith("_py") ? "tool.py" : "tool.ts", {
    contract: await readContract(folder, {}),
    user: example.userParameters,
    tool: example.toolParameters,
    data: path.join(CATALOGUE, "data"),
  });
  expect(JSON.parse(picture).ended).toMatchObject({ type: "tool.returned" });
});

describe("what is looked at while the tool is loaded is the call's own", () => {
  test.each([
    ["tool.py", PER_CALL_PYTHON],
    ["tool.ts", PER_CALL_TYPESCRIPT],
  ] as const)("in a %s with helpers", async (entry, files) => {
    const folder = await folderWith(files);
    const around = { runs: await runsFolder() };
    const seen = new Set<unknown>();
    for (const backEnd of [...WARM[entry], ...WARM[entry]]) {
      const { outcome, artifactDirectory } = await callBy(backEnd, folder, around);
      if (outcome.type === "tool.failed") throw new Error(outcome.message);
      const { differ, own } = JSON.parse(outcome.result) as { differ: unknown[]; own: string[] };
      expect(new Set(own)).toEqual(new Set([artifactDirectory]));
      for (const value of differ) expect(seen, String(value)).not.toContain(value);
      differ.map((value) => seen.add(value));
    }
  });

  test.each(LOOKS_LIKE_A_DEFINITION)("in %j", async (definition) => {
    const folder = await folderWith({
      "tool.py": `${definition}\nif __name__ == "__main__":\n    print("tool_output", repr(X))\n`,
    });
    const around = { runs: await runsFolder() };
    const calls = [await callBy("zygote", folder, around), await callBy("zygote", folder, around)];
    const [first, second] = calls.map(({ stdout }) => stdout);
    expect(first).toMatch(/^tool_output '?.{6,}\n$/);
    expect(first).not.toBe(second);
  });

  test("numpy's random numbers", async () => {
    const body = "import numpy as np\nprint('tool_output', np.random.random(), np.random.default_rng().random())\n";
    const folder = await folderWith({ "tool.py": body, "requirements.txt": "numpy\n" });
    const around = { runs: await runsFolder() };
    const calls = [await callBy("zygote", folder, around), await callBy("zygote", folder, around)];
    const numbers = calls.flatMap(({ stdout }) => stdout.trim().split(" ").slice(1));
    expect(new Set(numbers).size).toBe(4);
  });
});
