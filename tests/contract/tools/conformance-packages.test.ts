import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { call, folderWith, openContract, runsFolder } from "./fixture.ts";
import { wheel } from "./wheel.ts";

const PACKAGES: Record<string, [requirements: string, source: string]> = {
  numpy: [
    "numpy",
    "import numpy as np\nprint('tool_output', (np.arange(6.0).reshape(2, 3) @ np.eye(3)).tolist(), np.linalg.det(np.ones((300, 300)) + np.eye(300)).round(6))\n",
  ],
  pandas: [
    "pandas\nnumpy",
    "import pandas as pd\nif __name__ == '__main__':\n    frame = pd.DataFrame({'k': list('abab'), 'v': [1, 2, 3, 4.5]})\n    frame.to_csv('out.csv')\n    print('tool_output', frame.groupby('k').v.sum().to_json())\n",
  ],
  duckdb: [
    "duckdb",
    "import duckdb\nif __name__ == '__main__':\n    found = duckdb.sql('select sum(i), count(*) from range(3000000) t(i)').fetchall()\n    duckdb.sql(\"copy (select 1 as a) to 'out.parquet'\")\n    print('tool_output', found, duckdb.read_parquet('out.parquet').fetchall())\n",
  ],
};

test.each(Object.entries(PACKAGES))(
  "%s runs warm, and as it does cold",
  { timeout: 300_000 },
  async (_, [requirements, source]) => {
    const folder = await folderWith({ "tool.py": source, "requirements.txt": `${requirements}\n` });
    const runs = await runsFolder();
    const cold = await call(folder, { runs, settings: { backEnd: "cold" } });
    expect(cold.outcome).toMatchObject({ type: "tool.returned", backEnd: "cold" });
    for (const _time of [1, 2]) {
      const warm = await call(folder, { runs });
      expect(warm.outcome).toMatchObject({ type: "tool.returned", backEnd: "zygote" });
      expect([warm.stdout, warm.stderr, warm.artifacts]).toEqual([cold.stdout, cold.stderr, cold.artifacts]);
    }
  },
);

/** A tool with a package whose import does this. */
function withPackage(source: string, tool = "import odd\nprint('tool_output', odd.X)\n") {
  return folderWith({
    "tool.py": tool,
    "requirements.txt": "--no-index\n./odd-1.0-py3-none-any.whl\n./pydantic-9.0-py3-none-any.whl\n",
    "odd-1.0-py3-none-any.whl": wheel({ name: "odd", version: "1.0", files: { "odd/__init__.py": source } }),
    "pydantic-9.0-py3-none-any.whl": wheel({ name: "pydantic", version: "9.0", files: { "pydantic/__init__.py": "" } }),
  });
}

describe("a package that does not bear being loaded ahead", () => {
  test.each([
    [
      "starts a thread",
      "import threading, time\nX = 1\nthreading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n",
    ],
    ["opens a socket", "import socket\nX, kept = 1, socket.socketpair()\n"],
    ["starts a process", "import subprocess\nX = 1\nkept = subprocess.Popen(['sleep', '1000'])\n"],
    ["ends what is forked", "import os\nX = 1\nos.register_at_fork(after_in_child=lambda: os._exit(1))\n"],
    ["ends the process that loads it", "import os, sys\nX = 1\nif len(sys.argv) < 2:\n    os._exit(3)\n"],
  ])("as one that %s is not forked, and still right", { timeout: 120_000 }, async (_, source) => {
    const folder = await withPackage(source);
    const runs = await runsFolder();
    for (const _time of [1, 2, 3]) {
      const { outcome } = await call(folder, { runs });
      expect(outcome).toMatchObject({ type: "tool.returned", result: "1" });
      expect(outcome.backEnd).not.toBe("zygote");
    }
  });
});

describe("what changes between two calls is seen by the next", () => {
  test.each([
    ["the tool itself", "tool.py", "print('tool_output', 1)\n", "print('tool_output', 2)\n"],
    ["a helper that was loaded ahead", "helper.py", "X = 1\n", "X = 2\n"],
    ["a helper of a package", "parts/deep.py", "X = 1\n", "X = 2\n"],
  ])("%s", async (_, file, before, after) => {
    const tool =
      file === "helper.py"
        ? "import helper\nprint('tool_output', helper.X)\n"
        : "from parts.deep import X\nprint('tool_output', X)\n";
    const folder = await folderWith({ "tool.py": tool, "parts/__init__.py": "", [file]: before });
    const runs = await runsFolder();
    expect((await call(folder, { runs })).outcome).toMatchObject({ backEnd: "zygote", result: "1" });
    await writeFile(path.join(folder, file), after);
    expect((await call(folder, { runs })).outcome).toMatchObject({ backEnd: "zygote", result: "2" });
  });

  test("a helper of TypeScript that a waiting process has loaded", async () => {
    const tool =
      'import { x } from "./helper.ts";\nexport const ToolParameters = {};\nexport function runTool() { return x; }\n';
    const folder = await folderWith({ "tool.ts": tool, "helper.ts": "export const x = 1;\n" });
    const runs = await runsFolder();
    const contract = { ...openContract("typescript"), settings: { ...openContract("typescript").settings } };
    const next = async () => (await call(folder, { runs, contract })).outcome;
    await expect.poll(async () => (await next()).backEnd).toBe("pool");
    await writeFile(path.join(folder, "helper.ts"), "export const x = 2;\n");
    expect(await next()).toMatchObject({ result: "2" });
  });
});
