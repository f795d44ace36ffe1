import { fireEvent, screen } from "@testing-library/react";
import type { SessionActions } from "#components/session/actions.ts";
import { renderApp } from "#components/shell/render-app.test-support.tsx";
import { AgentFile, type PublishedVersion } from "#lib/agents/schema.ts";
import type { AgentActions } from "./actions.ts";
import type { AgentText } from "./agent-draft.ts";
import { AgentPage } from "./agent-page.tsx";
import type { AgentTeam } from "./editing.tsx";

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
/** What a save makes of the version that is there. */
export const LATER = { versionId: "av_2", state: "changed", savedAt: "2026-03-02T00:00:00.000Z" } as const;
let count = 0;

/** Opens a page of an agent of its own, as drafts outlive pages. */
export function open({ file = {}, team = {}, refusal = "", versions = [] }: Opened) {
  const id = `agent_${++count}`;
  const version: AgentText = {
    ...{ versionId: "av_1", versionNumber: 1, state: "published", savedAt: "2026-03-01T00:00:00.000Z" },
    text: JSON.stringify(AgentFile.parse({ name: "Desk", ...file }), null, 2),
  };
  const sent: Sent[] = [];
  const published: object[] = [];
  const tried: object[] = [];
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
    openTrial: async (input) => {
      tried.push(input);
      return no;
    },
    updateTrial: async () => no,
    duplicate: async () => no,
    remove: async () => no,
    describe: async () => no,
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
      sessions={{} as SessionActions}
      actions={actions}
    />
  );
  const agent = { id, name: "Desk", builtin: false };
  const app = renderApp(page(version, agent));
  return {
    ...app,
    sent,
    published,
    tried,
    version,
    showVersion: (shown: AgentText) => app.show(page(shown, agent)),
    page,
    agent,
  };
}

/** What one does on such a page. */
export const box = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
export const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
export const choose = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });
export const save = () => fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
export const sentFile = ([first]: Sent[]) => JSON.parse(first?.text ?? "{}");
