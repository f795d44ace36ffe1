import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Event, EventBody } from "./schema.ts";
import { applyEvent, emptyRun, type RunView, readText } from "./view.ts";

const timing = { queueMs: 1, bootMs: 20, runMs: 6 };
const how = { backEnd: "zygote", sandbox: "namespaces" } as const;
const ended = { callId: "call_1", exitCode: 0, signal: null, timing, ...how, peakMemoryBytes: 31e6, warnings: [] };

const started: EventBody = {
  type: "run.started",
  kind: "tool",
  toolName: "calculator",
  versionNumber: 3,
  configurationName: null,
};
const called: EventBody = {
  type: "tool.called",
  callId: "call_1",
  toolName: "calculator",
  arguments: '{"a":7}',
};

function say(stream: "stdout" | "stderr", text: string): EventBody {
  return { type: "tool.log", callId: "call_1", stream, text };
}

function returned(result: string, logLength: number): EventBody {
  return {
    type: "tool.returned",
    ...ended,
    logLength,
    result,
    resultCharacters: result.length,
    resultFile: null,
    modelResult: result,
  };
}

function failed(code: "tool_failed" | "cancelled", message: string): EventBody {
  return { type: "tool.failed", ...ended, exitCode: 1, logLength: 0, code, message, modelResult: "It failed." };
}

function number(bodies: readonly EventBody[]): Event[] {
  return bodies.map((body, index) => ({
    ...body,
    seq: index + 1,
    runId: "run_1",
    at: `2026-01-01T00:00:0${index % 10}.000Z`,
  }));
}

function fold(events: readonly Event[], from: RunView = emptyRun): RunView {
  return events.reduce(applyEvent, from);
}

describe("applyEvent", () => {
  it("gives a whole call: log apart from result, stderr, artifacts and how it ended", () => {
    const artifact = { name: "표/out.csv", bytes: 12, mediaType: "text/csv" };
    const view = fold(
      number([
        started,
        { type: "environment.log", text: "installing\n" },
        called,
        say("stdout", "one\n"),
        say("stderr", "careful\n"),
        say("stdout", "tool_output 42"),
        { type: "tool.artifact", callId: "call_1", ...artifact },
        returned("42", 4),
        { type: "run.succeeded" },
      ]),
    );
    expect(view).toMatchObject({ status: "succeeded", seq: 9, versionNumber: 3, failure: null, modelResult: "42" });
    expect(view.result).toEqual({ text: "42", characters: 2, file: null });
    expect(view.ending).toMatchObject({ exitCode: 0, timing, peakMemoryBytes: 31e6 });
    expect(view.artifacts).toEqual([artifact]);
    expect(view.call).toEqual({ id: "call_1", arguments: '{"a":7}' });
    expect([view.stdout, view.stderr, view.environment].map(readText)).toEqual(["one\n", "careful\n", "installing\n"]);
  });

  it("keeps what the call said about its failure when the run says less", () => {
    const view = fold(
      number([
        started,
        called,
        failed("tool_failed", "exit 1"),
        { type: "run.failed", code: "internal", message: "failed" },
      ]),
    );
    expect(view).toMatchObject({ status: "failed", failure: { code: "tool_failed", message: "exit 1" } });
  });

  it("shows the run's own failure when no call ended, as after a restart of the server", () => {
    const view = fold(
      number([started, called, { type: "run.failed", code: "internal", message: "The server stopped." }]),
    );
    expect(view).toMatchObject({ status: "failed", failure: { message: "The server stopped." }, ending: null });
  });

  it("shows a cancelled run as cancelled", () => {
    const view = fold(number([started, { type: "run.cancelled", message: "Stopped." }]));
    expect(view).toMatchObject({ status: "cancelled", failure: { code: "cancelled", message: "Stopped." } });
  });

  it("replaces an artifact that was written again", () => {
    const artifact = { type: "tool.artifact", callId: "call_1", name: "a.txt", mediaType: "text/plain" } as const;
    const view = fold(
      number([
        { ...artifact, bytes: 1 },
        { ...artifact, bytes: 2 },
      ]),
    );
    expect(view.artifacts).toEqual([{ name: "a.txt", bytes: 2, mediaType: "text/plain" }]);
  });

  it("ignores the events of another run and of a kind it does not know", () => {
    const view = fold(number([started]));
    expect(applyEvent(view, { ...say("stdout", "x"), seq: 2, runId: "run_2", at: "" })).toBe(view);
    const unknown = { type: "tool.sang", seq: 2, runId: "run_1", at: "" } as unknown as Event;
    expect(applyEvent(view, unknown)).toEqual({ ...view, seq: 2 });
  });

  it("leaves an older view as it was when two newer ones grow from it", () => {
    const base = fold(number([say("stdout", "a")]));
    const left = applyEvent(base, { ...say("stdout", "b"), seq: 2, runId: "run_1", at: "" });
    const right = applyEvent(base, { ...say("stdout", "c"), seq: 3, runId: "run_1", at: "" });
    expect([base, left, right].map((view) => readText(view.stdout))).toEqual(["a", "ab", "ac"]);
  });

  it("copies nothing for each of 200,000 pieces of log", () => {
    const view = fold(number(Array.from({ length: 200_000 }, () => say("stdout", "line\n"))));
    expect(view.stdout.length).toBe(1_000_000);
    expect(view.stdout.chunks).toBe(
      applyEvent(view, { ...say("stdout", "x"), seq: 300_000, runId: "run_1", at: "" }).stdout.chunks,
    );
  });
});

describe("applyEvent, whatever the connection did", () => {
  const body = fc.oneof(
    fc.constant(started),
    fc.constant(called),
    fc
      .tuple(fc.constantFrom("stdout" as const, "stderr" as const), fc.string({ unit: "binary" }))
      .map(([s, t]) => say(s, t)),
    fc.string().map((text): EventBody => ({ type: "environment.log", text })),
    fc.tuple(fc.string(), fc.nat(40)).map(([result, length]) => returned(result, length)),
    fc.constant(failed("tool_failed", "exit 1")),
    fc.constant<EventBody>({ type: "run.succeeded" }),
  );
  const readable = (view: RunView) => ({ ...view, ...texts(view) });
  const texts = (view: RunView) => ({
    stdout: readText(view.stdout),
    stderr: readText(view.stderr),
    environment: readText(view.environment),
  });

  it("gives the same view when events come again from any earlier cursor", () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 30 }), fc.array(fc.nat(30)), (bodies, cursors) => {
        const events = number(bodies);
        let view = emptyRun;
        for (const cursor of [...cursors, events.length]) {
          view = fold(events.slice(0, cursor), view);
          view = fold(events.slice(Math.floor(cursor / 2), cursor), view);
        }
        expect(readable(view)).toEqual(readable(fold(events)));
      }),
    );
  });

  it("shows as log exactly the first `logLength` units of what was streamed", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), fc.nat(200), (pieces, length) => {
        const view = fold(number([...pieces.map((piece) => say("stdout", piece)), returned("r", length)]));
        expect(readText(view.stdout)).toBe(pieces.join("").slice(0, length));
        expect(view.stdout.length).toBe(Math.min(length, pieces.join("").length));
      }),
    );
  });
});
