import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Event, EventBody } from "#lib/runs/schema.ts";
import { applyEvent, emptyRun } from "#lib/runs/view.ts";
import en from "../../messages/en/run.json" with { type: "json" };
import ko from "../../messages/ko/run.json" with { type: "json" };
import { idleRun, type RunSnapshot } from "./run-store.ts";
import { RunPanel } from "./run-view.tsx";

const HOSTILE = '<img src=x onerror="window.__xss=1"><script>window.__xss=1</script>';

const timing = { queueMs: 1, bootMs: 180, runMs: 186 };
const ended = {
  callId: "call_1",
  exitCode: 0,
  signal: null,
  backEnd: "zygote" as const,
  sandbox: "namespaces" as const,
  timing,
  peakMemoryBytes: 31e6,
  logLength: 1e9,
  warnings: [],
};
const started: EventBody = {
  type: "run.started",
  kind: "tool",
  toolName: "calculator",
  versionNumber: 7,
  configurationName: null,
};
const called: EventBody = {
  type: "tool.called",
  callId: "call_1",
  toolName: "calculator",
  arguments: '{"a":12345678901234567890}',
};

function say(stream: "stdout" | "stderr", text: string): EventBody {
  return { type: "tool.log", callId: "call_1", stream, text };
}

function artifact(name: string, mediaType: string): EventBody {
  return { type: "tool.artifact", callId: "call_1", name, bytes: 1_234, mediaType };
}

function returned(result: string, extra: object = {}): EventBody {
  const body = { ...ended, result, resultCharacters: result.length, resultFile: null, modelResult: result };
  return { type: "tool.returned", ...body, ...extra };
}

function runOf(bodies: readonly EventBody[], change: Partial<RunSnapshot> = {}): RunSnapshot {
  const events = bodies.map(
    (body, index): Event => ({ ...body, seq: index + 1, runId: "run_1", at: "2026-01-01T00:00:00Z" }),
  );
  const view = events.reduce(applyEvent, emptyRun);
  return { ...idleRun, runId: "run_1", view, connection: view.endedAt === null ? "live" : "ended", ...change };
}

function show(
  run: RunSnapshot,
  { locale = "en", onStop = () => {} }: { locale?: "en" | "ko"; onStop?: () => void } = {},
) {
  const messages = { run: locale === "en" ? en : ko };
  return render(
    <NextIntlClientProvider
      locale={locale}
      messages={messages}
      timeZone="Asia/Seoul"
      onError={(error) => expect.fail(String(error))}
    >
      <RunPanel run={run} onStop={onStop} />
    </NextIntlClientProvider>,
  );
}

function openTab(name: RegExp) {
  fireEvent.mouseDown(screen.getByRole("tab", { name }), { button: 0 });
}

// A page without layout would show no line of a list that is cut to what is in sight.
beforeAll(() => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
});

afterEach(cleanup);

describe("RunPanel", () => {
  it("says before the first run how to begin", () => {
    show(idleRun);
    expect(screen.getByText(/Run the tool with/).textContent).toMatch(/(⌘↵|Ctrl ↵)/);
  });

  it("shows outcome, time, memory, version, result and what the model gets", () => {
    show(runOf([started, called, returned("42.0", { modelResult: "42.0" }), { type: "run.succeeded" }]));
    expect(screen.getByText("exit 0")).toBeTruthy();
    expect(screen.getByText("187 ms").title).toBe("1 ms waiting, 186 ms running, 180 ms of it starting");
    expect(screen.getByText("31 MB")).toBeTruthy();
    expect(screen.getByText("v7")).toBeTruthy();
    expect(screen.getAllByText("42.0")).toHaveLength(2);
    expect(screen.getByText("The result as it is. Log and stderr stay with you.")).toBeTruthy();
  });

  it("keeps log, stderr and the call apart, with their counts", () => {
    show(
      runOf([
        started,
        called,
        say("stdout", "one\ntwo\n"),
        say("stderr", "careful\n"),
        returned("r"),
        { type: "run.succeeded" },
      ]),
    );
    expect(screen.getByRole("tab", { name: /Log\s*2/ })).toBeTruthy();
    expect(screen.getByText("two")).toBeTruthy();
    openTab(/stderr\s*1/);
    expect(screen.getByText("careful")).toBeTruthy();
    openTab(/Call/);
    expect(screen.getByText("12345678901234567890")).toBeTruthy();
  });

  it("draws the colours of a log and leaves other terminal codes out", () => {
    show(runOf([started, called, say("stdout", "\u001b[2K\u001b[1;31mbad\u001b[0m \u0000\n")]));
    expect(screen.getByText("bad").className).toBe("text-danger-text font-semibold");
    expect(screen.getByText("\\x00").title).toBe("U+0000");
  });

  it("chooses a table for records and lets the reader choose another form", () => {
    show(runOf([started, called, returned('[{"a":1,"b":"x"},{"a":null}]'), { type: "run.succeeded" }]));
    expect(screen.getByRole("table", { name: "Result" }).getAttribute("aria-rowcount")).toBe("3");
    expect(screen.getByText("2 rows · 2 columns · 28 B")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "JSON" }));
    expect(screen.getByRole("tree", { name: "Result" })).toBeTruthy();
  });

  it("says what failed, what to do, and opens stderr by itself", () => {
    const failure = {
      code: "tool_failed",
      message: "calculator ended with exit code 1.",
      modelResult: "It failed.",
    } as const;
    const end: EventBody = { type: "tool.failed", ...ended, exitCode: 1, ...failure };
    show(
      runOf([
        started,
        called,
        say("stderr", "Traceback\nZeroDivisionError\n"),
        end,
        { type: "run.failed", ...failure },
      ]),
    );
    expect(screen.getByRole("alert").textContent).toContain("calculator ended with exit code 1.");
    expect(screen.getByText("exit 1")).toBeTruthy();
    expect(screen.getByText("ZeroDivisionError")).toBeTruthy();
    expect(screen.getByText("It failed.")).toBeTruthy();
  });

  it("shows in place why a run was refused", () => {
    const problem = { code: "invalid_input", message: "ToolParameters: /b must be a number." } as const;
    show({ ...idleRun, connection: "refused", problem });
    expect(screen.getByRole("alert").textContent).toContain("/b must be a number.");
    expect(screen.getByText("invalid_input")).toBeTruthy();
  });

  it("can be stopped while it runs, and says when the connection is lost", () => {
    const onStop = vi.fn();
    show(runOf([started, called], { connection: "lost" }), { onStop });
    fireEvent.click(screen.getByRole("button", { name: /Stop/ }));
    expect(onStop).toHaveBeenCalledOnce();
    expect(screen.getByText("Connection lost, trying again")).toBeTruthy();
    expect(screen.getByText("The tool is running.").getAttribute("role")).toBe("status");
  });

  it("shows the build log while the environment is built", () => {
    show(runOf([started, { type: "environment.log", text: "Downloading pandas\n" }]));
    expect(screen.getByText("Building the environment")).toBeTruthy();
    expect(screen.getByText("Downloading pandas")).toBeTruthy();
  });

  it("says how much of a long result the model gets, and where the rest is", () => {
    const long = { resultCharacters: 300_000, resultFile: "result.txt", modelResult: "head" };
    show(
      runOf([
        started,
        called,
        artifact("result.txt", "text/plain"),
        returned("x".repeat(300), long),
        { type: "run.succeeded" },
      ]),
    );
    expect(screen.getByText("The first 300 of 300,000 characters.")).toBeTruthy();
    expect(screen.getByText(/4 of 300,000 characters\. The whole result is in result\.txt\./)).toBeTruthy();
  });

  it.each(["succeeded", "failed", "cancelled"])("has a Korean sentence for all of it: %s", (end) => {
    const terminal = { type: `run.${end}`, code: "internal", message: "m" } as EventBody;
    show(
      runOf([
        started,
        called,
        say("stdout", "로그\n"),
        artifact("표.csv", "text/csv"),
        returned('[{"가":1}]'),
        terminal,
      ]),
      { locale: "ko" },
    );
    for (const tab of [/stderr/, /아티팩트/, /호출/]) openTab(tab);
    expect(document.body.textContent).not.toMatch(/run\.[a-z]+\./);
  });
});

describe("RunPanel, with a tool that means harm", () => {
  it("shows markup as text wherever a tool can put it", () => {
    const run = runOf([
      { ...started, toolName: HOSTILE, configurationName: HOSTILE } as EventBody,
      { ...called, arguments: JSON.stringify({ a: HOSTILE }) } as EventBody,
      say("stdout", `${HOSTILE}\n`),
      say("stderr", `${HOSTILE}\n`),
      artifact(`${HOSTILE}.txt`, HOSTILE),
      returned(JSON.stringify([{ [HOSTILE]: HOSTILE }]), { warnings: [HOSTILE], modelResult: HOSTILE }),
      { type: "run.succeeded" },
    ]);
    show(run);
    for (const tab of [/stderr/, /Artifacts/, /Call/, /Log/]) {
      openTab(tab);
      expect(document.querySelector("img, script")).toBeNull();
    }
    fireEvent.click(screen.getByRole("radio", { name: "Text" }));
    expect(document.body.textContent).toContain('onerror="window.__xss=1"');
    expect(document.querySelector("img, script")).toBeNull();
    expect("__xss" in window).toBe(false);
  });

  it("shows a turned-round file name as what it is", () => {
    show(
      runOf([started, called, artifact("evil\u202egnp.exe", "image/png"), returned("r"), { type: "run.succeeded" }]),
    );
    openTab(/Artifacts/);
    expect(screen.getByTitle("U+202E").textContent).toBe("U+202E");
    expect(document.body.textContent).not.toContain("\u202e");
  });

  it("gives no address to a name that leads elsewhere", () => {
    show(
      runOf([started, called, artifact("../../../sign-out", "text/plain"), returned("r"), { type: "run.succeeded" }]),
    );
    openTab(/Artifacts/);
    expect(document.querySelector("a[href]")).toBeNull();
  });
});
