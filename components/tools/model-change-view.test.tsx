import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { run } from "axe-core";
import { afterEach, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { ModelChange } from "#lib/registry/schema.ts";
import { ModelChangeView } from "./model-change-view.tsx";
import { ModelView } from "./model-view.tsx";

afterEach(cleanup);

const change: ModelChange = {
  from: { number: 3, savedAt: "2026-03-10T10:00:00Z", readFrom: "import" },
  to: { number: 4, readFrom: "import" },
  changes: [
    { code: "described", path: "", oldCalls: "accepted", params: {} },
    { code: "type", path: "filters[].value", oldCalls: "may be refused", params: { from: "string", to: "integer" } },
    { code: "limits", path: "count", oldCalls: "accepted", params: { from: "maximum 5", to: "" } },
  ],
  hunks: [{ oldStart: 2, newStart: 2, lines: [' "a": 1,', '-"b": "one"', '+"b": "two"'] }],
};

function sentences(): (string | null)[] {
  return screen.getAllByRole("listitem").map(({ textContent }) => textContent);
}

it("says in words what changed and what becomes of old calls, then shows the lines", async () => {
  const { container } = renderApp(<ModelChangeView change={change} />);
  expect(sentences()).toEqual([
    "the toolhas another description.old calls still fit",
    "filters[].valueis integer instead of string.may refuse old calls",
    "counthas other limits: no limit instead of maximum 5.old calls still fit",
  ]);
  expect(screen.getByText("1 of these changes may refuse calls made for version 3.")).toBeTruthy();
  const region = within(screen.getByRole("region", { name: "Changes since the version before" }));
  expect(region.getByRole("insertion").textContent).toBe('added: "b": "two"');
  expect(region.getByRole("deletion").textContent).toBe('removed: "b": "one"');
  const { violations } = await run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it("says that there is only one version, that nothing changed, and what is too different or was not imported", () => {
  const { show } = renderApp(<ModelChangeView change={null} />);
  expect(screen.getByText("This is the only version, so there is nothing to compare it with.")).toBeTruthy();
  show(<ModelChangeView change={{ ...change, changes: [], hunks: [] }} />);
  expect(screen.getByText("A model is told the same by both.")).toBeTruthy();
  const from = { ...change.from, readFrom: "source" as const };
  show(<ModelChangeView change={{ ...change, from, hunks: null }} />);
  expect(screen.getByText("The two have too little in common to be shown line by line.")).toBeTruthy();
  expect(screen.getByText(/^Version 3 could not be imported/)).toBeTruthy();
});

it("has Korean words", () => {
  renderApp(<ModelChangeView change={change} />, { locale: "ko" });
  expect(sentences()[1]).toBe("filters[].value형식이 string에서 integer(으)로 바뀌었습니다.이전 호출 거부 가능");
});

it("is one of two views of what the model sees", () => {
  const model = { definition: "{}", strict: true, reason: null, notes: [], findings: [] };
  const onFix = async () => ({ ok: true as const, value: null });
  renderApp(<ModelView model={model} change={change} access="read" onFix={onFix} />);
  expect(screen.queryByRole("insertion")).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "Changes" }));
  expect(screen.getByRole("insertion")).toBeTruthy();
});
