import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it, vi } from "vitest";
import type { RunSummary } from "#lib/runs/schema.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import en from "../../messages/en/run.json" with { type: "json" };
import { History } from "./history.tsx";

const past: RunSummary = {
  id: "run_1",
  toolId: "tool_1",
  toolName: "calculator",
  versionNumber: 1,
  status: "succeeded",
  toolParameters: '{"a":12345678901234567890,"op":"*","list":[1,2]}',
  configurationId: null,
  startedBy: "mem_1",
  startedAt: "2026-01-01T00:00:00Z",
  finishedAt: "2026-01-01T00:00:01Z",
  outcome: "42\nand more",
  runMs: 6,
};
const runs: RunSummary[] = [
  past,
  { ...past, id: "run_2", status: "failed", outcome: "<img src=x onerror=alert(1)>\u202e", runMs: null },
  { ...past, id: "run_3", status: "running", toolParameters: "{}", outcome: null },
];

function show(onSelect: (run: RunSummary) => void = () => {}, list: RunSummary[] = runs) {
  render(
    <NextIntlClientProvider
      locale="en"
      messages={{ run: en, common }}
      timeZone="UTC"
      now={new Date("2026-01-01T00:02:10Z")}
    >
      <History runs={list} selectedId="run_2" onSelect={onSelect} />
    </NextIntlClientProvider>,
  );
  return screen.queryAllByRole("button");
}

afterEach(cleanup);

it("says of each run when, with what, how it ended and how long it took", () => {
  const [first, second, third] = show();
  expect(first?.textContent).toContain("a = 12345678901234567890, op = *, list = [1, 2]");
  expect(first?.textContent).toContain("42");
  expect(first?.textContent).toContain("6 ms");
  expect(first?.querySelector("time")?.title).toContain("January 1, 2026");
  expect(second?.textContent).toContain("<img src=x onerror=alert(1)>U+202E");
  expect(second?.getAttribute("aria-current")).toBe("true");
  expect(third?.textContent).toContain("no parameters");
  expect(document.querySelector("ol img:not([role])")).toBeNull();
});

it("takes a run up again", () => {
  const onSelect = vi.fn();
  const [, second] = show(onSelect);
  if (second) fireEvent.click(second);
  expect(onSelect).toHaveBeenCalledWith(runs[1]);
});

it("is one stop for the Tab key, and the arrow keys move in it", () => {
  const rows = show();
  expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  rows[1]?.focus();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
  expect(document.activeElement).toBe(rows[2]);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Home" });
  expect(document.activeElement).toBe(rows[0]);
  expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
});

it("says that nothing has run yet", () => {
  show(undefined, []);
  expect(screen.getByText("Nothing has run yet.")).toBeTruthy();
});
