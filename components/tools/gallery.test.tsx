import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { ToolSummary } from "#lib/registry/schema.ts";
import { Gallery } from "./gallery.tsx";
import { takeRunRequest } from "./run-request.ts";

const tool = (name: string, over: Partial<ToolSummary> = {}): ToolSummary => ({
  id: `tool_${name}`,
  name,
  description: `What ${name} does`,
  language: "typescript",
  builtin: true,
  versionNumber: 1,
  problem: null,
  updatedAt: "2026-03-10T10:00:00Z",
  callsToday: 2,
  calls14: [{ day: "2026-03-10", ok: 2, failed: 0 }],
  p95Ms: 12,
  ...over,
});
const TOOLS = [
  tool("calculator"),
  tool("dates"),
  tool("환불_정책", { builtin: false, language: "python", problem: "tool.py: no module named x" }),
];

const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("link").textContent);
const focused = () => document.activeElement?.textContent;
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

beforeEach(() => window.history.replaceState(null, "", "/tools"));
afterEach(cleanup);

describe("finding", () => {
  it("narrows while one types, and says so in the address and to a screen reader", () => {
    renderApp(<Gallery tools={TOOLS} mayCreate />);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "dat" } });
    expect(names()).toEqual(["dates"]);
    expect(window.location.search).toBe("?query=dat");
    expect(screen.getAllByRole("status").some(({ textContent }) => textContent?.startsWith("1 of 3 shown"))).toBe(true);
  });

  it("offers the way back when nothing is left", () => {
    renderApp(<Gallery tools={TOOLS} mayCreate />);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "nothing like it" } });
    fireEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
    expect(names()).toHaveLength(3);
  });

  it("filters by language from the chip's menu and clears it again", () => {
    renderApp(<Gallery tools={TOOLS} mayCreate />);
    fireEvent.keyDown(screen.getByRole("button", { name: "Language" }), { key: "Enter" });
    fireEvent.click(screen.getByRole("menuitemradio", { name: "Python" }));
    expect(names()).toEqual(["환불_정책"]);
    fireEvent.click(screen.getByRole("button", { name: "Clear the filter Language" }));
    expect(names()).toHaveLength(3);
  });
});

describe("keyboard", () => {
  it("/ goes to the search, ↓ into the list, ↑ and ↓ along it and no further", () => {
    renderApp(<Gallery tools={TOOLS} mayCreate />);
    press("/");
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    press("ArrowDown");
    expect(focused()).toBe("calculator");
    press("ArrowDown");
    expect(focused()).toBe("dates");
    press("End");
    press("ArrowDown");
    expect(focused()).toBe("환불_정책");
    press("Home");
    press("ArrowUp");
    expect(focused()).toBe("calculator");
  });

  it("R asks the playground to run, once and for this tool only", () => {
    renderApp(<Gallery tools={TOOLS} mayCreate />);
    press("ArrowDown");
    // jsdom would complain that it cannot follow the link.
    document.addEventListener("click", (event) => event.preventDefault(), { once: true });
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "ㄱ", code: "KeyR" });
    expect(takeRunRequest("calculator")).toBe(true);
    expect(takeRunRequest("calculator")).toBe(false);
  });

  it("leaves plain keys alone once they are turned off", () => {
    localStorage.setItem("toolroom.single-keys", "off");
    renderApp(<Gallery tools={TOOLS} mayCreate />);
    press("/");
    expect(document.activeElement).not.toBe(screen.getByRole("searchbox"));
    localStorage.clear();
  });
});

it("names the tool that cannot be read, and leads to its code", () => {
  renderApp(<Gallery tools={TOOLS} mayCreate />, { locale: "ko" });
  expect(screen.getByRole("link", { name: "코드 열기" }).getAttribute("href")).toBe(
    `/tools/${encodeURIComponent("환불_정책")}?tab=code`,
  );
});

it("begins with one action where there is no tool, and with none for who may not write", () => {
  const { unmount } = renderApp(<Gallery tools={[]} mayCreate />);
  expect(screen.getAllByRole("link", { name: /New tool/ })).toHaveLength(1);
  unmount();
  renderApp(<Gallery tools={[]} mayCreate={false} />);
  expect(screen.queryByRole("link", { name: /New tool/ })).toBeNull();
});
