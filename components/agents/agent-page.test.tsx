import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { PublishedVersion } from "#lib/agents/schema.ts";
import { box, choose, LATER, open, save, sentFile, type } from "./agent-page.test-support.tsx";

afterEach(cleanup);

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

it("a guardrail in the list says what it checks in words", () => {
  const check = { type: "longest", characters: 9 };
  open({ file: { guardrails: [{ name: "Short", on: "toolArguments", check }], agents: [] } });
  expect(screen.getAllByText("arguments of calls").length).toBeGreaterThan(0);
  expect(screen.queryByText("toolArguments")).toBeNull();
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
  const { show, version, page, agent } = open({});
  type("Description", "kept");
  show(<p>Elsewhere</p>);
  expect(await screen.findByText("Unsaved edits of “Desk” are kept here")).toBeTruthy();
  show(page(version, agent));
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
