import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Event } from "#lib/runs/schema.ts";
import { applyEvent, emptyRun, type LogText } from "#lib/runs/view.ts";
import { LineBuffer, type LogLines } from "./lines.ts";

const E = "\u001b";

function logOf(pieces: readonly string[]): LogText[] {
  let view = emptyRun;
  return pieces.map((text, index) => {
    const log: Event = { type: "tool.log", callId: "c", stream: "stdout", text, seq: index + 1, runId: "r", at: "" };
    view = applyEvent(view, log);
    return view.stdout;
  });
}

function textOf({ count, at }: LogLines): string[] {
  return Array.from({ length: count }, (_, index) => at(index)?.text ?? "");
}

function linesOf(pieces: readonly string[]): string[] {
  return textOf(new LineBuffer().read(logOf(pieces).at(-1) ?? emptyRun.stdout));
}

describe("LineBuffer", () => {
  it.each([
    [["a\nb"], ["a", "b"]],
    [["a\n"], ["a"]],
    [
      ["a\r", "\nb\r\n"],
      ["a", "b"],
    ],
    [["\n\n"], ["", ""]],
    [
      ["10 %\r", "50 %", "\r100 %\ndone"],
      ["100 %", "done"],
    ],
    [["waiting\r"], ["waiting"]],
  ])("cuts %j into %j", (pieces, lines) => {
    expect(linesOf(pieces)).toEqual(lines);
  });

  it("carries a colour over the ends of lines and over a covered progress bar", () => {
    const log = logOf([`${E}[31ma\nb${E}[32m\rc\nd`]).at(-1) ?? emptyRun.stdout;
    const { at } = new LineBuffer().read(log);
    expect([0, 1, 2].map((index) => at(index)?.style.fg)).toEqual([null, "green", "green"]);
    expect(at(1)?.text).toBe("c");
  });

  it("cuts a very long line through no letter and no escape sequence", () => {
    const lines = linesOf([`${"a".repeat(8_191)}🧰${"b".repeat(8_188)}${E}[31mred`]);
    expect(lines.map((line) => line.length)).toEqual([8_191, 8_190, 8]);
    expect(lines.join("")).toHaveLength(8_191 + 2 + 8_188 + 8);
  });

  it("keeps the last lines of a log that is too long, and says how many came before", () => {
    const { dropped, at, count } = new LineBuffer(10).read(logOf(["x\n".repeat(25)]).at(-1) ?? emptyRun.stdout);
    expect(dropped + count).toBe(25);
    expect(count).toBeLessThanOrEqual(11);
    expect(at(0)?.text).toBe("x");
  });

  it("begins anew when the log became another one", () => {
    const buffer = new LineBuffer();
    buffer.read(logOf(["one\n", "tool_output 42"]).at(-1) ?? emptyRun.stdout);
    expect(textOf(buffer.read(logOf(["one\n"]).at(-1) ?? emptyRun.stdout))).toEqual(["one"]);
    expect(textOf(buffer.read(emptyRun.stdout))).toEqual([]);
  });

  it("gives the same lines read at once or piece by piece, forwards and back", () => {
    const piece = fc.string({ unit: fc.constantFrom("a", "글", "\n", "\r", `${E}[31m`, "🧰") });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
        const logs = logOf(pieces);
        const buffer = new LineBuffer();
        for (const log of logs) buffer.read(log);
        const whole = linesOf(pieces);
        expect(textOf(buffer.read(logs.at(-1) ?? emptyRun.stdout))).toEqual(whole);
        buffer.read(logs[0] ?? emptyRun.stdout);
        expect(textOf(buffer.read(logs.at(-1) ?? emptyRun.stdout))).toEqual(whole);
      }),
    );
  });
});
