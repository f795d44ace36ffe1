import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "./errors.ts";
import { log } from "./log.ts";

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => lines.push(String(chunk)) > 0);
});
afterEach(() => vi.restoreAllMocks());

describe("log", () => {
  it("writes one JSON line with level, time and fields", () => {
    log.info("run started\nreally", { runId: "run_1" });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith("}\n")).toBe(true);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "info", message: "run started\nreally", runId: "run_1" });
  });

  it("leaves out what stands under a secret's name, at any depth", () => {
    log.warn("call failed", { apiKey: "CANARY", request: { headers: [{ Authorization: "CANARY" }] }, size: 3n });
    expect(lines.join("")).not.toContain("CANARY");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ size: "3" });
  });

  it("tells an error with its code, stack and cause, and survives a circle", () => {
    const error = new AppError("conflict", "Taken.", { cause: new Error("below") });
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    log.error("failed", { error, circle });
    expect(JSON.parse(lines[0] ?? "").error).toMatchObject({
      code: "conflict",
      message: "Taken.",
      cause: { message: "below" },
    });
  });
});
