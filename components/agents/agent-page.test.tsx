import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import { AgentFile, type PublishedVersion } from "#lib/agents/schema.ts";
import type { AgentActions } from "./actions.ts";
import type { AgentText } from "./agent-draft.ts";
import { AgentPage } from "./agent-page.tsx";
import type { AgentTeam } from "./editing.tsx";

afterEach(cleanup);

const tool = (name: string) => ({
  ...{ id: name, name, description: `About ${name}`, functionName: name, currentNumber: 2 },
  ...{ versions: [2, 1].map((number) => ({ number, strict: number === 2 })), configurations: ["prod"] },
});
const TEAM: AgentTeam = {
  tools: [tool("calculator"), tool("dates")],
  providers: [{ id: "prov_1", name: "Own", api: "responses", isDefault: true, defaultModel: "gpt-5" }],
  taken: ["Taken"],
  facts: { "gpt-5": { contextTokens: 400_000, price: null, refuses: ["temperature"] } },
  mayAddProvider: true,
};

type Sent = { agentId?: string; base?: string; text: string };
type Opened = { file?: object; team?: Partial<AgentTeam>; refusal?: string; versions?: PublishedVersion[] };
const LATER = { versionId: "av_2", state: "changed", savedAt: "2026-03-02T00:00:00.000Z" } as const;
let count = 0;

/** A page of an agent of its own, as drafts outlive pages. */
function open({ file = {}, team = {}, refusal = "", versions = [] }: Opened) {
  const id = `agent_${++count}`;
  const version: AgentText = {
    ...{ versionId: "av_1", versionNumber: 1, state: "published", savedAt: "2026-03-01T00:00:00.000Z" },
    text: JSON.stringify(AgentFile.parse({ name: "Desk", ...file }), null, 2),
  };
  const sent: Sent[] = [];
  const published: object[] = [];
  const no = { ok: false as const, error: { code: "conflict" as const, message: refusal } };
  const actions: AgentActions = {
    save: async (input) => {
      sent.push(input);
      return refusal ? no : { ok: true, value: { ...version, ...LATER, text: input.text } };
    },
    create: async (input) => {
      sent.push(input);
      return refusal ? no : { ok: true, value: { id: "agent_new" } };
    },
    publish: async ({ base, note }) => {
      published.push({ base, note });
      return refusal ? no : { ok: true, value: { ...version, ...LATER, versionNumber: 2, state: "published" } };
    },
    rollBack: async ({ number, note }) => {
      published.push({ number, note });
      return refusal ? no : { ok: true, value: { ...version, ...LATER, versionNumber: 3, state: "published" } };
    },
    readVersion: async ({ number }) => ({ ok: true, value: JSON.stringify({ name: `Desk ${number}` }) }),
    duplicate: async () => no,
    remove: async () => no,
    listModels: async () => ({ ok: true, value: ["gpt-5", "gpt-5-mini"] }),
  };
  const page = (shown: AgentText, agent: { id: string; name: string; builtin: boolean } | "new") => (
    <AgentPage
      agent={agent}
      version={shown}
      versions={versions}
      members={{ mem_1: "Kim" }}
      team={{ ...TEAM, ...team }}
      mayWrite
      openTab={null}
      actions={actions}
    />
  );
  const agent = { id, name: "Desk", builtin: false };
  const app = renderApp(page(version, agent));
  return { ...app, sent, published, version, showVersion: (shown: AgentText) => app.show(page(shown, agent)), page };
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });
const save = () => fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
const sentFile = ([first]: Sent[]) => JSON.parse(first?.text ?? "{}");

describe("a save", () => {
  it("sends the whole file on top of the version that was opened, and is quiet when nothing changed", async () => {
    const { sent } = open({ file: { hostedTools: [{ type: "mcp", server: "x" }], agents: [] } });
    save();
    expect(sent).toEqual([]);
    type("Instructions", "Be brief.");
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.base).toBe("av_1");
    expect(sentFile(sent)).toMatchObject({ instructions: "Be brief.", hostedTools: [{ type: "mcp", server: "x" }] });
    await screen.findByText("draft waits", { selector: "span" });
    expect(screen.queryByText("unsaved")).toBeNull();
  });

  it("that is refused says why, and keeps the edits", async () => {
    open({ refusal: "The agent is not good." });
    type("Instructions", "Be long.");
    save();
    expect((await screen.findByText("The agent is not good.")).closest("[role=alert]")).toBeTruthy();
    expect(box("Instructions").value).toBe("Be long.");
  });

  it.each([
    ["Name", "", "Give it a name first."],
    ["Name", "Taken", "The team already has an agent named “Taken”"],
    ["Temperature", "warm", "Write a number"],
    ["Turns", "0", "Too small"],
  ])("with %s “%s” is not sent, and the field says why", (name, value, told) => {
    const { sent } = open({});
    type(name, value);
    save();
    expect(sent).toEqual([]);
    const described = box(name).getAttribute("aria-describedby")?.split(" ") ?? [];
    const said = described.map((id) => document.getElementById(id)?.textContent).join(" ");
    expect(said).toContain(told);
  });
});

it("a version that somebody else saved is told, and the edits can be put on top", () => {
  const { showVersion, version } = open({});
  type("Description", "mine");
  showVersion({ ...version, ...LATER });
  expect(screen.getByText("Somebody saved or published this agent while you were editing.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Keep my edits on top" }));
  expect(box("Description").value).toBe("mine");
  expect(screen.queryByText(/while you were editing/)).toBeNull();
});

it("edits are there again when the page is opened again, and leaving says so", async () => {
  const { show, version, page } = open({});
  type("Description", "kept");
  show(<p>Elsewhere</p>);
  expect(await screen.findByText("Unsaved edits of “Desk” are kept here")).toBeTruthy();
  show(page(version, { id: `agent_${count}`, name: "Desk", builtin: false }));
  expect(box("Description").value).toBe("kept");
});

it("a tool is given with a version, a configuration and other words", async () => {
  const { sent } = open({});
  fireEvent.click(screen.getByRole("button", { name: "Add tools" }));
  fireEvent.click(await screen.findByRole("option", { name: /dates/ }));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  expect(screen.getByText("dates()")).toBeTruthy();
  expect(screen.getByText("strict")).toBeTruthy();
  choose("Version of dates", "1");
  expect(screen.getByText("not strict")).toBeTruthy();
  choose("Configuration of dates", "prod");
  fireEvent.click(screen.getByRole("button", { name: "Describe dates in other words for this agent" }));
  type("What the model is told of dates", "Counts days.");
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sentFile(sent).tools).toEqual([
    { tool: "dates", version: 1, configuration: "prod", description: "Counts days." },
  ]);
});

it("a tool that the team lacks is said at its row", () => {
  open({ file: { tools: ["gone"] } });
  expect(screen.getByText("This team has no tool named “gone”.")).toBeTruthy();
});

it("only what is set is sent, and what the model refuses is said", async () => {
  const { sent } = open({ file: { settings: { topP: 0.5 } } });
  type("Temperature", "0.70");
  expect(box("Temperature").value).toBe("0.70");
  expect(screen.getByText("gpt-5 refuses this, so it is left out.")).toBeTruthy();
  type("Top P", "");
  choose("Tool choice", "2");
  choose("Store answers", "1");
  save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sentFile(sent).settings).toEqual({ temperature: 0.7, toolChoice: "required", store: false });
});

it("without a provider the way to one is in place", () => {
  open({ team: { providers: [] } });
  expect(screen.getByRole("link", { name: "Add a provider" }).getAttribute("href")).toBe("/settings/providers/new");
  fireEvent.click(screen.getByRole("radio", { name: "A person" }));
  expect(screen.queryByText("This team has no model provider yet.")).toBeNull();
});

it("a rehearsal comes back after another way was looked at", () => {
  const script = { exchanges: [{ turns: [{ text: "Hello." }] }] };
  open({ file: { model: { rehearsal: script } } });
  fireEvent.click(screen.getByRole("radio", { name: "A person" }));
  fireEvent.click(screen.getByRole("radio", { name: "A rehearsal" }));
  expect(JSON.parse(box("The rehearsal").value)).toEqual(script);
});

it("JSON that is half written is kept, said, and not saved", () => {
  const { sent } = open({ file: { output: { type: "object" } } });
  type("Schema of the final answer", '{"type"');
  expect(box("Schema of the final answer").value).toBe('{"type"');
  save();
  expect(sent).toEqual([]);
  expect(screen.getAllByText(/not JSON yet/).length).toBeGreaterThan(0);
});

it("the file is the form's text, and what is wrong in it is named with its place", () => {
  open({});
  fireEvent.mouseDown(screen.getByRole("tab", { name: "As a file" }));
  type("The agent as a file", '{"name":"Other","limits":{"turns":3},"nonsense":1}');
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Design" }));
  expect(box("Name").value).toBe("Other");
  expect(box("Turns").value).toBe("3");
  expect(screen.getByText(/nonsense/)).toBeTruthy();
});

describe("versions", () => {
  const numbered = (number: number, note: string): PublishedVersion => ({
    ...{ number, note, publishedAt: "2026-03-01T00:00:00.000Z", publishedBy: "mem_1", sessions: number - 1 },
    isCurrent: number === 2,
  });
  const VERSIONS = [numbered(2, "Kinder"), numbered(1, "First")];
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  it("are published with what is not saved yet, and a note", async () => {
    const { sent, published } = open({});
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish…" }).disabled).toBe(true);
    type("Instructions", "Be kind.");
    press("Publish…");
    expect(await screen.findByText("instructions", { selector: "code" })).toBeTruthy();
    type("Note", "Kinder");
    press("Publish v2");
    await waitFor(() => expect(published).toEqual([{ base: "av_2", note: "Kinder" }]));
    expect(sentFile(sent).instructions).toBe("Be kind.");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByText("unsaved")).toBeNull();
  });

  it("that cannot be published say why where they were asked for", async () => {
    open({ refusal: "Somebody was quicker." });
    type("Instructions", "Be kind.");
    press("Publish…");
    press("Publish v2");
    expect((await screen.findByText("Somebody was quicker.")).closest("[role=dialog]")).toBeTruthy();
  });

  it("are listed with who and why, compared, and rolled back to with a note", async () => {
    const { published } = open({ versions: VERSIONS });
    fireEvent.mouseDown(screen.getByRole("tab", { name: /Versions/ }));
    const list = screen.getByRole("navigation", { name: "Versions" });
    expect(list.textContent).toContain("v2current1 sessionKinderKim");
    expect(await screen.findByText("“Desk 1” is now “Desk 2”")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /First/ }));
    expect(screen.getByText("This is the first one: there is nothing to compare it with.")).toBeTruthy();
    choose("Compared with", "current");
    expect(await screen.findByText("“Desk 2” is now “Desk 1”")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Export" }).getAttribute("href")).toContain("file?version=1");
    press("Roll back to v1…");
    type("Note", "It was better");
    press("Publish it as v3");
    await waitFor(() => expect(published).toEqual([{ number: 1, note: "It was better" }]));
  });
});

describe("the agents of a file", () => {
  const graph = () => within(screen.getByRole("region", { name: "Agents and how they reach each other" }));
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
  const menu = async (trigger: string, item: string) => {
    fireEvent.keyDown(graph().getByRole("button", { name: trigger }), { key: "Enter" });
    fireEvent.click(await screen.findByRole("menuitem", { name: item }));
  };

  it("are made, handed over to with all options, and renamed with all that names them", async () => {
    const { sent } = open({});
    await menu("Connect Desk", "A new agent to hand over to");
    type("Function name", "to_refunds");
    type("Function description", "Money back.");
    type("Description of the target", "Gives money back.");
    press("Ask for a payload");
    type("Name of the field reason", "order");
    type("Description of order", "Its number");
    choose("On handoff", "dates");
    choose("Configuration of dates", "prod");
    choose("What the target sees", "last");
    type("Messages", "3");
    fireEvent.click(screen.getByRole("radio", { name: "When…" }));
    type("Where, condition 1", "/plan");
    type("Value, condition 1", "5");
    fireEvent.click(graph().getByRole("button", { name: /^New agent/ }));
    type("Name", "Refunds");
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    const { handoffs, agents } = sentFile(sent);
    expect(agents).toMatchObject([{ name: "Refunds", description: "Gives money back." }]);
    expect(handoffs).toEqual([
      {
        ...{ agent: "Refunds", toolNameOverride: "to_refunds", toolDescriptionOverride: "Money back." },
        inputType: {
          type: "object",
          properties: { order: { type: "string", description: "Its number" } },
          required: ["order"],
          additionalProperties: false,
        },
        onHandoff: { tool: "dates", configuration: "prod" },
        inputFilter: { type: "last", messages: 3 },
        isEnabled: [{ at: "/plan", is: "==", value: 5 }],
      },
    ]);
  });

  it("are asked like tools, with arguments, approval and conditions", async () => {
    const { sent } = open({ file: { agents: [{ name: "Rates" }] } });
    await menu("Connect Desk", "A new agent to ask");
    choose("Agent", "Rates");
    type("Function name", "rates");
    fireEvent.click(screen.getAllByRole("radio", { name: "Always" })[0] ?? expect.fail());
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sentFile(sent).agentTools).toEqual([{ agent: "Rates", toolName: "rates", approval: "always" }]);
  });

  it("keep a name that another has out of the file, and say so", () => {
    const { sent } = open({ file: { handoffs: ["Rates"], agents: [{ name: "Rates" }] } });
    type("Name", "Rates");
    save();
    expect(sent).toEqual([]);
    expect(screen.getAllByText("Another agent of this file is named “Rates”.").length).toBeGreaterThan(0);
    type("Name", "Rates desk");
    expect(graph().getByRole("button", { name: /Handoff.*Rates/ })).toBeTruthy();
  });

  it("come back with undo, whichever view the edit was made in", async () => {
    open({ file: { handoffs: ["Rates"], agents: [{ name: "Rates", description: "Knows rates." }] } });
    await menu("More about Rates in this file", "Delete");
    expect(graph().queryByRole("button", { name: /^Rates/ })).toBeNull();
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    expect(graph().getByRole("button", { name: /^Rates/ })).toBeTruthy();
    expect(screen.queryByText("unsaved")).toBeNull();
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true, shiftKey: true });
    expect(graph().queryByRole("button", { name: /^Rates/ })).toBeNull();
  });
});
