import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import type { ProviderCheck, ProviderInput, ProviderSummary } from "#lib/providers/schema.ts";
import { NewProvider } from "./new-provider.tsx";
import { ProviderList } from "./provider-list.tsx";
import { ProviderPage } from "./provider-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const STORED: ProviderSummary = {
  ...{ id: "prov_1", name: "Own", api: "responses", baseUrl: "https://models.test/v1", allowPrivate: false },
  ...{ hasKey: true, keyHint: "cdef", headerNames: ["x-team"], isDefault: true, defaultModel: "gpt-5" },
  updatedAt: "2026-03-10T11:00:00Z",
};

function openNew() {
  const sent: ProviderInput[] = [];
  const app = renderApp(
    <NewProvider
      taken={["Own"]}
      create={async ({ provider }) => {
        sent.push(provider);
        return { ok: true, value: STORED };
      }}
    />,
  );
  return { ...app, sent };
}

function openStored({ mayWrite = true, stored = STORED }: { mayWrite?: boolean; stored?: ProviderSummary } = {}) {
  const sent: ProviderInput[] = [];
  const app = renderApp(
    <ProviderPage
      provider={stored}
      taken={["Other"]}
      mayWrite={mayWrite}
      actions={{
        update: async ({ provider }) => {
          sent.push(provider);
          return { ok: true, value: stored };
        },
        remove: async () => ({ ok: true, value: undefined }),
        listModels: async () => ({ ok: true, value: ["gpt-5", "gpt-5-mini"] }),
      }}
    />,
  );
  return { ...app, sent };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: "input" });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const save = () => fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });

describe("a new provider", () => {
  it("of a known kind needs its key only", async () => {
    const { sent, visited } = openNew();
    type("Key", "sk-0123456789abcdef");
    save();
    await waitFor(() => expect(visited).toEqual(["/settings/providers/prov_1"]));
    expect(sent).toEqual([
      {
        ...{ name: "OpenAI", api: "responses", baseUrl: "https://api.openai.com/v1", allowPrivate: false },
        ...{ key: "sk-0123456789abcdef", headers: {}, isDefault: false, defaultModel: null },
      },
    ]);
  });

  it("on this machine may be at a private address, and a name of one's own stays with another kind", () => {
    openNew();
    type("Name", "Ours");
    fireEvent.click(screen.getByRole("radio", { name: /Ollama/ }));
    expect([field("Name").value, field("Base URL").value]).toEqual(["Ours", "http://localhost:11434/v1"]);
    expect(screen.getByRole("switch", { name: "It may be at a private address" }).dataset.state).toBe("checked");
    expect(screen.getByRole("radio", { name: "Chat Completions" }).dataset.state).toBe("checked");
  });

  it.each([
    ["Name", "Own", "The team already has a provider named “Own”"],
    ["Base URL", "models.test", "https://"],
    ["Base URL", "https://me:secret@models.test/v1", "its own field"],
    ["Key", "키", "Latin letters"],
  ])("with %s %s is not sent, and the field says why", (name, value, told) => {
    const { sent } = openNew();
    type(name, value);
    save();
    expect(sent).toEqual([]);
    expect(screen.getByText(new RegExp(told)).getAttribute("role")).toBe("alert");
  });
});

describe("a stored provider", () => {
  it("keeps key and headers that are not touched, without sending them", async () => {
    const { sent } = openStored();
    expect(screen.getByText("stored, ends in cdef")).toBeTruthy();
    type("Default model", "gpt-5-mini");
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toHaveProperty("key");
    expect(sent[0]).toMatchObject({ headers: { "x-team": null }, defaultModel: "gpt-5-mini" });
  });

  it("has its key replaced, or taken away, or kept after all", async () => {
    const { sent } = openStored();
    press("Replace: Key");
    type("Key", "sk-another");
    press("Keep the stored one: Key");
    press("Clear: Key");
    expect(screen.getByText("will be taken away")).toBeTruthy();
    press("Replace: Value of x-team");
    type("Value of x-team", "new");
    save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ key: null, headers: { "x-team": "new" } });
  });

  it("asks for its secrets again before they go to another server", () => {
    const { sent } = openStored();
    type("Base URL", "https://elsewhere.test/v1");
    save();
    expect(sent).toEqual([]);
    expect(screen.getByText(/It was entered for models\.test/)).toBeTruthy();
  });

  it("is only shown to whom may not change it", () => {
    openStored({ mayWrite: false });
    expect(screen.getByText("Only owners and admins change model providers.")).toBeTruthy();
    expect(field("Base URL").readOnly).toBe(true);
    for (const name of [/^Replace/, /^Check/, /^Save/, /^Delete/, "Add a header"]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
  });

  it("lists its models, and one of them becomes the default", async () => {
    const { sent } = openStored();
    press("List");
    fireEvent.click(await screen.findByRole("button", { name: "Make gpt-5-mini the default" }));
    save();
    await waitFor(() => expect(sent[0]?.defaultModel).toBe("gpt-5-mini"));
  });
});

describe("the check", () => {
  const passed = (step: ProviderCheck["step"]) => ({ step, result: "passed", sentence: `${step} is right.` });

  it("shows each step as it comes, and names the one that failed", async () => {
    const { stream, say, end } = openStream();
    vi.stubGlobal("fetch", async () => new Response(stream, { status: 200 }));
    openStored();
    press("Check");
    say(passed("name"), passed("connection"));
    await screen.findByText("connection is right.");
    expect(screen.getByText(": running")).toBeTruthy();
    say({ step: "key", result: "failed", sentence: "The key is wrong." });
    say(...(["models", "answer", "tool"] as const).map((step) => ({ step, result: "skipped", sentence: "" })));
    end();
    expect(await screen.findByText("It fails at: Key.")).toBeTruthy();
    expect(screen.getByText("The key is wrong.")).toBeTruthy();
    expect(screen.getAllByText("Not tried.")).toHaveLength(3);
  });

  it("that is refused says why", async () => {
    const error = { code: "invalid_input", message: "The key was sealed elsewhere." };
    vi.stubGlobal("fetch", async () => Response.json({ error }, { status: 400 }));
    openStored();
    press("Check");
    expect(await screen.findByText("The key was sealed elsewhere.")).toBeTruthy();
  });
});

it("an empty list says what a provider is, and who can add one", () => {
  const { show } = renderApp(<ProviderList providers={[]} mayWrite />);
  expect(screen.getByRole("link", { name: "Add a provider" })).toBeTruthy();
  show(<ProviderList providers={[]} mayWrite={false} />);
  expect(screen.queryByRole("link", { name: "Add a provider" })).toBeNull();
  expect(screen.getByText(/An owner or an admin can add one/)).toBeTruthy();
});

/** A stream of events that the test writes. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
    },
  });
  return {
    stream,
    say: (...checks: object[]) => {
      const text = checks.map((check) => `data: ${JSON.stringify(check)}\n\n`).join("");
      controller.enqueue(new TextEncoder().encode(text));
    },
    end: () => controller.close(),
  };
}
