import { describe, expect, test } from "vitest";
import { call, processesWith, pythonTool, resultOf } from "./fixture.ts";

describe("however a call ends, no process of it is left", () => {
  const sleepers = "import subprocess, sys\n";
  const detached = `${sleepers}subprocess.Popen(['sleep', '1000'], start_new_session=True)\n`;

  test("a grandchild with a session of its own that holds the pipes", async () => {
    const { outcome, artifactDirectory } = await call(await pythonTool(`${detached}return 'done'`));
    expect(outcome).toMatchObject({ type: "tool.returned", result: "done" });
    expect(await processesWith(artifactDirectory)).toEqual([]);
  });

  test("a daemon that forked twice", async () => {
    const body =
      "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(1000)\n    os._exit(0)\nreturn 'done'";
    const { outcome, artifactDirectory } = await call(await pythonTool(body));
    expect(outcome).toMatchObject({ type: "tool.returned", result: "done" });
    expect(await processesWith(artifactDirectory)).toEqual([]);
  });

  test("a timeout, with children that ignore SIGTERM", async () => {
    const body = `${sleepers}import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n${detached}time.sleep(1000)`;
    const { outcome, artifactDirectory } = await call(await pythonTool(body), { settings: { timeoutSeconds: 1 } });
    expect(outcome).toMatchObject({ type: "tool.failed", code: "tool_timeout", signal: "SIGKILL" });
    expect(outcome.modelResult).toBe("The tool did not end within 1 s and was stopped.");
    expect(await processesWith(artifactDirectory)).toEqual([]);
  });

  test("SIGTERM comes first, and a tool may tidy up", async () => {
    const body =
      "import signal, sys, time\ndef stop(*_):\n    print('tidied', flush=True)\n    sys.exit(0)\nsignal.signal(signal.SIGTERM, stop)\ntime.sleep(1000)";
    const { outcome, stdout } = await call(await pythonTool(body), { settings: { timeoutSeconds: 1 } });
    expect(stdout).toBe("tidied\n");
    expect(outcome).toMatchObject({ code: "tool_timeout", exitCode: 0 });
  });

  test("a cancel while it runs", async () => {
    const controller = new AbortController();
    const folder = await pythonTool(`${detached}import time\nprint('running', flush=True)\ntime.sleep(1000)`);
    const { outcome, artifactDirectory } = await call(folder, {
      signal: controller.signal,
      onEvent: (event) => event.type === "tool.log" && controller.abort(),
    });
    expect(outcome).toMatchObject({ type: "tool.failed", code: "cancelled" });
    expect(await processesWith(artifactDirectory)).toEqual([]);
  });

  test("a cancel before it began runs nothing", async () => {
    const { outcome } = await call(await pythonTool("return 1"), { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ type: "tool.failed", code: "cancelled", exitCode: null });
  });

  test("a chain that forks for ever, each parent gone at once", async () => {
    const body =
      "import os, time\nif os.fork() == 0:\n    while True:\n        os.setsid() if os.getsid(0) != os.getpid() else None\n        if os.fork():\n            os._exit(0)\ntime.sleep(0.2)\nreturn 'done'";
    const { outcome, artifactDirectory } = await call(await pythonTool(body));
    expect(outcome).toMatchObject({ type: "tool.returned", result: "done" });
    expect(await processesWith(artifactDirectory)).toEqual([]);
  });

  test("a launcher that the tool killed", async () => {
    const { outcome, artifactDirectory } = await call(
      await pythonTool("import os, time\nos.kill(os.getppid(), 9)\ntime.sleep(1000)"),
    );
    expect(outcome).toMatchObject({ type: "tool.failed", code: "tool_crashed" });
    await expect.poll(() => processesWith(artifactDirectory)).toEqual([]);
  });
});

describe("what a tool may do to itself is told as it was", () => {
  test("a crash", async () => {
    const { outcome } = await call(await pythonTool("import os\nos.kill(os.getpid(), 11)"));
    expect(outcome).toMatchObject({
      code: "tool_crashed",
      signal: "SIGSEGV",
      message: "The tool crashed: it was ended by SIGSEGV.",
    });
  });

  test.each(["stdout", "stderr"])("20 MiB of %s stop it at 16", async (stream) => {
    const body = `import sys\nfor _ in range(20):\n    sys.${stream}.write('x' * (1 << 20))\nreturn 1`;
    const printed = await call(await pythonTool(body));
    expect(printed.outcome).toMatchObject({
      code: "tool_failed",
      message: `The tool wrote more than 16 MiB to ${stream} and was stopped.`,
    });
    expect(printed[stream as "stdout" | "stderr"].length).toBe(16 * 1024 * 1024);
  });

  test("descriptors closed that it did not open", async () => {
    expect(await resultOf(await pythonTool("import os\nos.closerange(3, 100)\nreturn 'fine'"))).toBe("fine");
  });
});

test("output is seen while the tool runs, and time and memory are told", async () => {
  const seen: string[] = [];
  const controller = new AbortController();
  const folder = await pythonTool("import time\nprint('one')\nfor _ in range(100):\n    time.sleep(0.1)\nreturn 1");
  const { outcome } = await call(folder, {
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type !== "tool.log") return;
      seen.push(event.text);
      controller.abort();
    },
  });
  expect(seen).toEqual(["one\n"]);
  expect(outcome).toMatchObject({ type: "tool.failed", code: "cancelled" });
  expect(outcome.peakMemoryBytes).toBeGreaterThan(5_000_000);
  expect(outcome.timing.bootMs).not.toBeNull();
  console.log(`cold Python call: ${outcome.timing.bootMs} ms until the tool's own code began`);
});
