import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { EnvironmentSummary } from "#lib/registry/schema.ts";
import { EnvironmentPanel } from "./environment-panel.tsx";
import { useEnvironment } from "./use-environment.ts";

type State = "missing" | "building" | "ready" | "failed";

const LOG = "Collecting pydantic\nNo matching distribution\n";
const realFetch = globalThis.fetch;

/** Answers like the studio: the log from `after` on, and building again after a retry. */
function serve(states: State[]) {
  const asked: string[] = [];
  globalThis.fetch = async (input, options) => {
    const url = new URL(String(input), "http://studio");
    asked.push(`${options?.method ?? "GET"} ${url.search}`);
    if (options?.method === "POST") return new Response(null, { status: 202 });
    const after = Number(url.searchParams.get("after"));
    const state = states.length > 1 ? states.shift() : states[0];
    const problem = state === "failed" ? "pip found no pydantic>=99." : null;
    return Response.json({
      id: "e",
      state,
      problem,
      warnings: [],
      log: LOG.slice(after, after + 20),
      next: Math.min(after + 20, LOG.length),
    });
  };
  return asked;
}

function open(state: State) {
  let settled = 0;
  const onSettled = () => {
    settled += 1;
  };
  renderApp(<Watched initial={{ id: "e", state, problem: null, warnings: [] }} onSettled={onSettled} />);
  return () => settled;
}

function Watched(options: { initial: EnvironmentSummary; onSettled: () => void }) {
  return <EnvironmentPanel watched={useEnvironment("tool_1", options)} mayRetry />;
}

afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
});

it("follows the log from where it stopped until the build ends, and says so once", async () => {
  const asked = serve(["building", "building", "ready"]);
  const settled = open("building");
  await waitFor(() => expect(screen.getByText("ready")).toBeTruthy(), { timeout: 10_000 });
  expect(asked).toEqual(["GET ?after=0", "GET ?after=20", "GET ?after=40"]);
  expect(screen.getByRole("log").textContent).toBe(LOG);
  expect(settled()).toBe(1);
});

it("stops at a failure with its reason, and builds again when asked", async () => {
  const asked = serve(["failed"]);
  open("failed");
  await waitFor(() => expect(screen.getByText("pip found no pydantic>=99.")).toBeTruthy());
  expect(asked).toEqual(["GET ?after=0"]);
  serve(["failed", "building", "ready"]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Build again" })));
  await waitFor(() => expect(screen.getByText("ready")).toBeTruthy(), { timeout: 10_000 });
});
