import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { AgentSummary } from "#lib/agents/schema.ts";
import { AgentList } from "./agent-list.tsx";

afterEach(cleanup);

const agent = (id: string, more: Partial<AgentSummary> = {}): AgentSummary => ({
  ...{ id, name: id, description: `About ${id}`, builtin: false, versionNumber: 3, state: "published" },
  ...{ updatedAt: "2026-03-10T11:00:00Z", model: { by: "server", name: "gpt-5" }, tools: ["dates"], handoffs: [] },
  ...more,
});
const SAMPLE = agent("sample", { name: "청구서 도우미", builtin: true, model: { by: "rehearsal", name: null } });

function open({ agents = [agent("desk"), SAMPLE], hasProvider = true, refusal = "" } = {}) {
  const created: string[] = [];
  const removed: string[] = [];
  const app = renderApp(
    <AgentList
      agents={agents}
      hasProvider={hasProvider}
      mayWrite
      actions={{
        create: async ({ text }) => {
          created.push(text);
          return refusal
            ? { ok: false, error: { code: "conflict", message: refusal } }
            : { ok: true, value: { id: "agent_new" } };
        },
        duplicate: async ({ agentId }) => ({ ok: true, value: { id: `${agentId}_2` } }),
        remove: async ({ agentId }) => {
          removed.push(agentId);
          return { ok: true, value: undefined };
        },
      }}
    />,
  );
  return { ...app, created, removed };
}

const chooseFrom = (menu: string, item: string) => {
  const trigger = screen.getByRole("button", { name: menu });
  fireEvent.keyDown(trigger, { key: "Enter" });
  fireEvent.click(screen.getByRole("menuitem", { name: item }));
};
const paste = (text: string) => {
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Or paste its text" }), { target: { value: text } });
  fireEvent.click(screen.getByRole("button", { name: "Import the agent" }));
};

it("shows samples as what they are, and what an agent without a provider lacks", () => {
  open({ hasProvider: false });
  expect(screen.getByText("sample", { selector: "span" })).toBeTruthy();
  expect(screen.getAllByText("Rehearsal").length).toBeGreaterThan(0);
  expect(screen.getAllByText("needs a provider")).toHaveLength(1);
});

it("leads into a session with the agent", () => {
  open();
  const link = screen.getByRole("link", { name: "Start a session with desk" });
  expect(link.getAttribute("href")).toBe("/sessions/new?agent=desk");
});

it("finds by name, and says when nothing matches", () => {
  open();
  const search = screen.getByRole("searchbox", { name: "Search the agents" });
  fireEvent.change(search, { target: { value: "청구서" } });
  expect(screen.queryByRole("link", { name: "desk" })).toBeNull();
  expect(screen.getByRole("link", { name: "청구서 도우미" })).toBeTruthy();
  fireEvent.change(search, { target: { value: "xyz" } });
  fireEvent.click(screen.getByRole("button", { name: "Clear search and filter" }));
  expect(screen.getByRole("link", { name: "desk" })).toBeTruthy();
});

it("copies an agent and goes to the copy", async () => {
  const { visited } = open();
  chooseFrom("More about desk", "Duplicate");
  await waitFor(() => expect(visited).toEqual(["/agents/desk_2"]));
});

it("deletes only after a second word", async () => {
  const { removed } = open();
  chooseFrom("More about desk", "Delete…");
  expect(removed).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Delete the agent" }));
  await waitFor(() => expect(removed).toEqual(["desk"]));
});

it("imports a file that was pasted and opens it", async () => {
  const { created, visited } = open();
  paste('{"name":"Brought","model":{"person":true}}');
  await waitFor(() => expect(visited).toEqual(["/agents/agent_new"]));
  expect(JSON.parse(created[0] ?? "")).toMatchObject({ name: "Brought" });
});

it("imports a file that was chosen", async () => {
  open({ agents: [] });
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  const file = new File(['\uFEFF{"name":"Chosen"}'], "a.json", { type: "application/json" });
  fireEvent.change(screen.getByTestId("agent-file"), { target: { files: [file] } });
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Or paste its text" }).value).toBe(
      '{"name":"Chosen"}',
    ),
  );
});

it("names the places of what is wrong in an imported file, and sends nothing", () => {
  const { created } = open();
  paste('{"name":"x","tools":[{"tol":"a"}],"limits":{"turns":0}}');
  const said = screen.getByRole("alert").textContent ?? "";
  for (const place of ["tools.0.tool", "limits.turns"]) expect(said).toContain(place);
  expect(created).toEqual([]);
});

it("says why the server does not take a file", async () => {
  open({ refusal: 'The team already has an agent named "x"; choose another name.' });
  paste('{"name":"x"}');
  expect((await screen.findByRole("alert")).textContent).toContain('named "x"');
});
