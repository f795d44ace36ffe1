import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { idleRun, type RunSnapshot } from "#components/run/run-store.ts";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { ToolDetail } from "#lib/registry/schema.ts";
import { emptyRun } from "#lib/runs/view.ts";
import type { ToolActions } from "./actions.ts";
import { type CallOrigin, playgroundOf } from "./origin.ts";
import { OriginBar } from "./origin-bar.tsx";
import { SendBackBar } from "./send-back-bar.tsx";

afterEach(cleanup);

const version = (versionNumber: number) =>
  ({ id: "tool_1", name: "desk", versionId: `tv_${versionNumber}`, versionNumber }) as ToolDetail;
const origin: CallOrigin = {
  tool: version(3),
  call: {
    ...{ runId: "run_1", turn: 2, index: 0, sessionId: "ses_1", title: "환불 문의", agent: "Desk", arguments: "{}" },
    tool: {
      ...{ agent: "Desk", name: "desk", toolName: "desk", toolId: "tool_1", versionId: "tv_3", versionNumber: 3 },
      ...{ configurationId: null, folder: null },
    },
  },
};
const ended: RunSnapshot = {
  ...idleRun,
  ...{ runId: "run_9", connection: "ended", view: { ...emptyRun, status: "succeeded", modelResult: "42" } },
};

function openBar(run: RunSnapshot, refusal = "") {
  const sent: unknown[] = [];
  const sendBack: ToolActions["sendBack"] = async (input) => {
    sent.push(input);
    if (refusal) return { ok: false, error: { code: "invalid_input", message: refusal } };
    return { ok: true, value: { sessionId: "ses_2" } };
  };
  return { ...renderApp(<SendBackBar origin={origin} run={run} sendBack={sendBack} />), sent };
}

const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send the new result back" });

it("the address of a call names it whole", () => {
  expect(playgroundOf("my desk", origin.call)).toBe("/tools/my%20desk?call=run_1.2.0");
});

it("says of which call it is, keeps to its version, and offers the current one", () => {
  const pins: string[] = [];
  renderApp(<OriginBar origin={origin} current={version(5)} pinned="pinned" onPin={(to) => pins.push(to)} />);
  expect(screen.getByRole("link", { name: "환불 문의" }).getAttribute("href")).toBe("/sessions/ses_1");
  expect(screen.getByRole("status").textContent).toContain("It runs version 3 as the call did; version 5 is");
  fireEvent.click(screen.getByRole("button", { name: "Use version 5" }));
  expect(pins).toEqual(["current"]);
});

it("has nothing to offer where the version is the current one", () => {
  renderApp(<OriginBar origin={origin} current={version(3)} pinned="pinned" onPin={() => {}} />);
  expect(screen.queryByRole("button")).toBeNull();
});

it("sends a result back once there is one, and goes to the fork", async () => {
  const { sent, visited } = openBar(ended);
  fireEvent.click(button());
  await waitFor(() => expect(visited).toEqual(["/sessions/ses_2"]));
  expect(sent).toEqual([{ call: { runId: "run_1", turn: 2, index: 0 }, resultRunId: "run_9" }]);
});

it.each([
  ["before a run", idleRun],
  ["while it runs", { ...ended, connection: "live" as const }],
  ["of a run that was stopped", { ...ended, view: { ...ended.view, status: "cancelled" as const } }],
])("sends nothing %s, and says why", (_, run) => {
  openBar(run);
  expect(button().disabled).toBe(true);
  expect(screen.getByText(/Run it first/)).toBeTruthy();
});

it("says why the server does not take it", async () => {
  openBar(ended, "That run is of another tool.");
  fireEvent.click(button());
  expect((await screen.findByRole("alert")).textContent).toBe("That run is of another tool.");
});
