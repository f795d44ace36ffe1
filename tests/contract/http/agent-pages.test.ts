import { headers } from "next/headers";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createAgentAction,
  deleteAgentAction,
  duplicateAgentAction,
  listModelsAction,
  publishAgentAction,
  readAgentVersionAction,
  rollBackAgentAction,
  saveAgentAction,
} from "#app/(studio)/agents/actions.ts";
import {
  createProviderAction,
  deleteProviderAction,
  updateProviderAction,
} from "#app/(studio)/settings/providers/actions.ts";
import { GET as getFile } from "#app/api/agents/[id]/file/route.ts";
import { POST as signIn } from "#app/api/auth/[...path]/route.ts";
import { POST as check } from "#app/api/providers/[id]/check/route.ts";
import { createAgent } from "#lib/agents/agents.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { createFirstAccount, ensureFirstAccountToken } from "#lib/auth/first-account.ts";
import { db } from "#lib/db/client.ts";
import { createProvider } from "#lib/providers/providers.ts";
import { ProviderInput } from "#lib/providers/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { cookieOf, ORIGIN, pageHeaders } from "../auth/request.ts";

// The framework's own, which is there only while it answers a request.
vi.mock("next/headers", () => ({ headers: vi.fn() }));

const KEY = "sk-CANARY-0123456789abcdef";
const credentials = { email: "kim@example.test", password: "correct horse" };
const server = withModelServer({ key: KEY, models: ["gpt-4.1"] });
const provider = (changes: object = {}) =>
  ProviderInput.parse({ name: "Own", api: "responses", baseUrl: server.url, allowPrivate: true, key: KEY, ...changes });
const agentText = (name: string, more: object = {}) => JSON.stringify({ name, model: { person: true }, ...more });

withDatabase();
let cookie = "";
let stranger: { id: string; teamId: string };
beforeAll(async () => {
  const token = (await ensureFirstAccountToken()) ?? "";
  await createFirstAccount({ ...credentials, token, name: "Kim", teamName: "Team" });
  stranger = await createTeam("Strangers");
  const head = pageHeaders({ "content-type": "application/json" });
  const body = JSON.stringify(credentials);
  cookie = cookieOf(
    await signIn(new Request(`${ORIGIN}/api/auth/sign-in/email`, { method: "POST", headers: head, body })),
  );
});
beforeEach(async () => {
  vi.mocked(headers).mockResolvedValue(pageHeaders({ cookie }) as never);
  await become("owner");
});

describe("an agent", () => {
  test("is made, saved, published, exported, copied and deleted", async () => {
    const made = await agreed(createAgentAction({ text: agentText("Desk") }));
    const file = await get(made.id);
    expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''Desk.agent.json");
    const { id: base } = await db().agentVersion.findFirstOrThrow({ where: { agentId: made.id } });
    const text = agentText("Desk", { description: "환불" });
    const saved = await agreed(saveAgentAction({ agentId: made.id, base, text }));
    expect(saved).toMatchObject({ versionNumber: null, state: "draft" });
    expect(await (await get(made.id)).text()).toBe(`${saved.text}\n`);
    expect((await get(made.id, "published")).status).toBe(400);
    const note = { agentId: made.id, note: "First" };
    const published = await agreed(publishAgentAction({ ...note, base: saved.versionId }));
    expect(published).toMatchObject({ versionNumber: 1, state: "published" });
    expect(await (await get(made.id, "1")).text()).toBe(`${saved.text}\n`);
    expect(await agreed(readAgentVersionAction({ agentId: made.id, number: 1 }))).toBe(saved.text);
    expect(await rollBackAgentAction({ ...note, number: 1, base: published.versionId })).toMatchObject({ ok: false });
    const copy = await agreed(duplicateAgentAction({ agentId: made.id }));
    await agreed(deleteAgentAction({ agentId: made.id }));
    expect((await get(made.id)).status).toBe(404);
    expect((await get(copy.id)).status).toBe(200);
  });

  test("of another team is not found by any act", async () => {
    const { id, versionId } = await createAgent(stranger, AgentFile.parse({ name: "Theirs", model: { person: true } }));
    for (const outcome of [
      await saveAgentAction({ agentId: id, base: versionId, text: agentText("Ours") }),
      await publishAgentAction({ agentId: id, base: versionId, note: "" }),
      await rollBackAgentAction({ agentId: id, number: 1, base: versionId, note: "" }),
      await readAgentVersionAction({ agentId: id, number: 1 }),
      await duplicateAgentAction({ agentId: id }),
      await deleteAgentAction({ agentId: id }),
    ]) {
      expect(outcome).toMatchObject({ ok: false, error: { code: "not_found" } });
    }
    expect((await get(id)).status).toBe(404);
  });

  test("that cannot be read is refused with the place", async () => {
    expect(await createAgentAction({ text: agentText("X", { limits: { turns: 0 } }) })).toMatchObject({
      ok: false,
      error: { code: "invalid_input", message: expect.stringContaining("limits.turns") },
    });
  });
});

describe("a provider", () => {
  test("is added, listed, checked step by step, changed and deleted, and its key never comes back", async () => {
    const made = await agreed(createProviderAction({ provider: provider() }));
    expect(await agreed(listModelsAction({ providerId: made.id }))).toEqual(["gpt-4.1"]);
    const call = { type: "function_call", call_id: "call_a", name: "note", arguments: '{"word":"ok"}' };
    server.play([[{ type: "message", text: "ok" }], [call]]);
    const streamed = await (await post(made.id)).text();
    const steps = [...streamed.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
    expect(steps.map(({ step, result }) => `${step} ${result}`)).toEqual([
      "name passed",
      "connection passed",
      "key passed",
      "models passed",
      "answer passed",
      "tool passed",
    ]);
    const changed = await agreed(
      updateProviderAction({ providerId: made.id, provider: provider({ name: "Renamed", key: undefined }) }),
    );
    expect(changed).toMatchObject({ name: "Renamed", hasKey: true, keyHint: "cdef" });
    expect(JSON.stringify([made, changed, streamed])).not.toContain("CANARY");
    await agreed(deleteProviderAction({ providerId: made.id }));
    expect(await db().provider.count({ where: { id: made.id } })).toBe(0);
  });

  test("of another team is not found by any act", async () => {
    const { id } = await createProvider(stranger, provider());
    for (const outcome of [
      await updateProviderAction({ providerId: id, provider: provider({ key: null }) }),
      await deleteProviderAction({ providerId: id }),
      await listModelsAction({ providerId: id }),
    ]) {
      expect(outcome).toMatchObject({ ok: false, error: { code: "not_found" } });
    }
    expect((await post(id)).status).toBe(404);
    expect(server.requests).toHaveLength(0);
  });

  test("is for owners and admins to write; a member may list its models", async () => {
    const { id } = await agreed(createProviderAction({ provider: provider({ name: "Kept" }) }));
    await become("member");
    for (const outcome of [
      await createProviderAction({ provider: provider({ name: "Mine" }) }),
      await updateProviderAction({ providerId: id, provider: provider({ key: null }) }),
      await deleteProviderAction({ providerId: id }),
    ]) {
      expect(outcome).toMatchObject({ ok: false, error: { code: "forbidden" } });
    }
    expect((await post(id)).status).toBe(403);
    expect(await agreed(listModelsAction({ providerId: id }))).toEqual(["gpt-4.1"]);
  });
});

async function become(role: "owner" | "member"): Promise<void> {
  await db().member.updateMany({ where: { user: { email: credentials.email } }, data: { role } });
}

async function agreed<T>(answer: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> {
  const outcome = await answer;
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return outcome.value;
}

function get(id: string, version = "saved"): Promise<Response> {
  const request = new Request(`${ORIGIN}/api/agents/${id}/file?version=${version}`, {
    headers: pageHeaders({ cookie }),
  });
  return getFile(request, { params: Promise.resolve({ id }) });
}

function post(id: string): Promise<Response> {
  const request = new Request(`${ORIGIN}/api/providers/${id}/check`, {
    method: "POST",
    headers: pageHeaders({ cookie }),
  });
  return check(request, { params: Promise.resolve({ id }) });
}
