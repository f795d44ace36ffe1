import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readContract } from "#lib/tools/contract.ts";
import { call, processesWith, pythonTool, readProcess } from "./fixture.ts";

const key = "getattr(config.api_key, 'get_secret_value', lambda: config.api_key)()";

async function callWithKey(body: string, secret: unknown) {
  const folder = await pythonTool(body, { user: "api_key: SecretStr" });
  const contract = await readContract(folder, {});
  return call(folder, { contract, user: { api_key: secret } });
}

test("P12: a key within an address in an exception, in every spelling", async () => {
  const secret = "CANARY+/=%20x";
  const spellings = [secret, "CANARY%2B/%3D%2520x", "CANARY%2B%2F%3D%2520x", "Q0FOQVJZKy89JTIweA=="];
  const body = `import urllib.parse, base64\nk = ${key}\nprint(base64.b64encode(k.encode()).decode())\nraise OSError('GET http://127.0.0.1:9/v1?key=' + urllib.parse.quote(k) + ' failed')`;
  const { events, outcome } = await callWithKey(body, secret);
  expect(outcome).toMatchObject({ type: "tool.failed", exitCode: 1 });
  for (const spelling of spellings) expect(JSON.stringify(events)).not.toContain(spelling);
});

test("P13: a refused secret is not quoted, and the model hears nothing of the configuration", async () => {
  const { events, outcome } = await callWithKey("return 1", ["CANARY-list"]);
  expect(outcome).toMatchObject({
    type: "tool.failed",
    code: "invalid_input",
    message: "UserParameters: `api_key` must be a text.",
  });
  expect(outcome.modelResult).toBe("The tool is not configured correctly; a person has to change its configuration.");
  expect(JSON.stringify(events)).not.toContain("CANARY");
});

test("P15: no command line holds a parameter, of the tool or of what wraps it", async () => {
  const body = `import os
pids = sorted(int(name) for name in os.listdir('/proc') if name.isdigit())
lines = {pid: open('/proc/%d/cmdline' % pid, 'rb').read().decode() for pid in pids}
assert lines[os.getpid()]
return ' '.join(lines.values()) + ${key}`;
  const { events, outcome } = await callWithKey(body, "CANARY-argv");
  expect(outcome.type).toBe("tool.returned");
  expect(JSON.stringify(events)).not.toContain("CANARY");
  expect(outcome.modelResult).toMatch(/zygote\.py.*\[redacted\]$/s);
});

test("while it runs, no process of the machine shows a parameter", async () => {
  const folder = await pythonTool("import time\nprint('running', flush=True)\ntime.sleep(60)", {
    user: "api_key: SecretStr",
  });
  const controller = new AbortController();
  const looked: Promise<string[]>[] = [];
  const { artifactDirectory } = await call(folder, {
    user: { api_key: "CANARY-ps" },
    tool: { text: "CANARY-ps" },
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type !== "tool.log" || looked.length > 0) return;
      const look = processesWith("SESSION_DIRECTORY").then((ids) =>
        Promise.all(ids.map((id) => readProcess(id, "cmdline"))),
      );
      looked.push(look.finally(() => controller.abort()));
    },
  });
  const [commands = []] = await Promise.all(looked);
  expect(commands.some((command) => command.includes("zygote.py"))).toBe(true);
  expect(commands.join()).not.toContain("CANARY");
  expect(await processesWith(artifactDirectory)).toEqual([]);
});

test("a secret split over two writes, in a file's name, and in the arguments", async () => {
  const body = `import sys, time
k = ${key}
for stream in (sys.stdout, sys.stderr):
    stream.write('a ' + k[:5]); stream.flush(); time.sleep(0.15); stream.write(k[5:] + ' z\\n')
open(k + '.txt', 'w').write('x')
return k`;
  const folder = await pythonTool(body, { user: "api_key: SecretStr", tool: "password: str = ''" });
  const { events, stdout, stderr, artifacts, log } = await call(folder, {
    contract: await readContract(folder, {}),
    user: { api_key: "CANARY-split" },
    tool: '{"password": "CANARY-argument", "big": 12345678901234567890}',
  });
  expect(JSON.stringify(events)).not.toContain("CANARY");
  expect(stdout).toBe("a [redacted] z\ntool_output [redacted]\n");
  expect(log).toBe("a [redacted] z\n");
  expect(stderr).toBe("a [redacted] z\n");
  expect(artifacts).toEqual(["[redacted].txt"]);
  expect(events[0]).toMatchObject({ type: "tool.called", arguments: expect.stringContaining("12345678901234567890") });
});

test("a long result's file is redacted as the result is", async () => {
  const { artifactDirectory, outcome } = await callWithKey(`return (${key} + ' ') * 2000`, "CANARY-file");
  expect(outcome).toMatchObject({ resultFile: "result.txt" });
  expect(await readFile(path.join(artifactDirectory, "result.txt"), "utf8")).not.toContain("CANARY");
});
