import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { SessionState } from "#lib/agents/schema.ts";
import { open as openPage } from "../agent-page.test-support.tsx";
import type { Tried } from "./tried.ts";
import { TryIt } from "./try-it.tsx";

const fetched = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = fetched;
});

const STATE = {
  ...{ id: "ses_1", title: "", agentName: "Desk", status: "idle", archived: false, trial: true },
  ...{ createdAt: "2026-03-10T11:00:00Z", updatedAt: "2026-03-10T11:00:00Z", agentId: "agent_1" },
  ...{ agentVersionId: "av_1", forkedFromId: null, runId: null, inputs: [] },
  model: { by: "person", name: null, provider: null },
} satisfies SessionState;

/** The chat over a text that a test can change; `told` has what the server was asked, in order. */
function openTry({ refusal = "" } = {}) {
  const told: unknown[] = [];
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith("/events")) return new Response(new ReadableStream());
    told.push(["said", JSON.parse(String(init?.body)).message.text]);
    return Response.json({ runId: "run_1" }, { status: 202 });
  };
  const no = { ok: false as const, error: { code: "invalid_input" as const, message: refusal } };
  const actions: Tried["actions"] = {
    openTrial: async ({ text }) => {
      told.push(["begun with", text]);
      return refusal ? no : { ok: true, value: STATE };
    },
    updateTrial: async ({ text }) => {
      told.push(["went on with", text]);
      return text === "bad"
        ? { ...no, error: { ...no.error, message: "Its name is missing." } }
        : { ok: true, value: undefined };
    },
  };
  const page = (text: string) => (
    <TryIt
      tried={{ agentId: "agent_1", name: "Desk", text, actions, sessions: {} as Tried["sessions"], members: {} }}
      isShown="shown"
      onLive={() => {}}
      onClose={() => {}}
    />
  );
  const app = renderApp(page("first text"));
  return { ...app, told, rewrite: (text: string) => app.show(page(text)) };
}

function say(text: string) {
  const box = screen.getByRole("textbox", { name: /Desk/ });
  fireEvent.change(box, { target: { value: text } });
  fireEvent.keyDown(box, { key: "Enter" });
}

it("begins with the text as it is, and tells each later message's answerer the newest one, once", async () => {
  const { told, rewrite } = openTry();
  say("hello");
  await waitFor(() =>
    expect(told).toEqual([
      ["begun with", "first text"],
      ["said", "hello"],
    ]),
  );
  expect(screen.getByRole("link", { name: "Open as a session" }).getAttribute("href")).toBe("/sessions/ses_1");
  rewrite("second text");
  say("again");
  await waitFor(() =>
    expect(told.slice(2)).toEqual([
      ["went on with", "second text"],
      ["said", "again"],
    ]),
  );
  say("and again");
  await waitFor(() => expect(told.slice(4)).toEqual([["said", "and again"]]));
});

it("says why a text cannot be tried, and sends nothing with it", async () => {
  const { told } = openTry({ refusal: "It uses a tool that is not there." });
  say("hello");
  expect((await screen.findByRole("alert")).textContent).toBe("It uses a tool that is not there.");
  expect(told).toEqual([["begun with", "first text"]]);
});

it("says at a message why the newest text cannot be gone on with", async () => {
  const { told, rewrite } = openTry();
  say("hello");
  await waitFor(() => expect(told).toHaveLength(2));
  rewrite("bad");
  say("again");
  expect(await screen.findByText("Its name is missing.")).toBeTruthy();
  expect(told.slice(2)).toEqual([["went on with", "bad"]]);
});

it("forgets a conversation for a new one", async () => {
  const { told } = openTry();
  say("hello");
  await waitFor(() => expect(told).toHaveLength(2));
  fireEvent.click(screen.getByRole("button", { name: "New conversation" }));
  say("anew");
  await waitFor(() =>
    expect(told.slice(2)).toEqual([
      ["begun with", "first text"],
      ["said", "anew"],
    ]),
  );
});

it("opens beside the agent with what is not saved", async () => {
  const { tried } = openPage({});
  const toggle = screen.getByRole("button", { name: "Try it" });
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(toggle);
  fireEvent.change(screen.getByRole("textbox", { name: "Instructions" }), { target: { value: "Be kind." } });
  say("hello");
  await waitFor(() => expect(tried).toHaveLength(1));
  expect(JSON.parse((tried[0] as { text: string }).text).instructions).toBe("Be kind.");
});
