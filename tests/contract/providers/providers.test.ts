import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "#lib/db/client.ts";
import { checkProvider } from "#lib/providers/check.ts";
import { listModels } from "#lib/providers/listed-models.ts";
import { modelAt } from "#lib/providers/model-at.ts";
import {
  createProvider,
  deleteProvider,
  findProviderApi,
  getProvider,
  listProviders,
  openProvider,
  updateProvider,
} from "#lib/providers/providers.ts";
import { CHECK_STEPS, type ProviderCheck, ProviderInput } from "#lib/providers/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { ask, KEY } from "./asking.ts";

const server = withModelServer({ key: KEY, models: ["gpt-4.1", "gpt-4.1-mini"] });
withDatabase();

type Member = { id: string; teamId: string };
let owner: Member;
let stranger: Member;
beforeAll(async () => {
  stranger = await createTeam("Strangers");
});
beforeEach(async () => {
  owner = await createTeam("Owners");
});

const input = (changes: object = {}) =>
  ProviderInput.parse({ name: "Own", api: "responses", baseUrl: server.url, allowPrivate: true, key: KEY, ...changes });

/** All steps in their order, whatever the order in which they came to be known. */
async function check(member: Member, id: string): Promise<ProviderCheck[]> {
  const known: ProviderCheck[] = [];
  for await (const page of await checkProvider(member, id)) known.push(...page);
  expect(new Set(known.map(({ step }) => step))).toEqual(new Set(CHECK_STEPS));
  return known.toSorted((one, other) => CHECK_STEPS.indexOf(one.step) - CHECK_STEPS.indexOf(other.step));
}

test("key and headers are sealed, and only their end and names come back", async () => {
  const headers = { "x-team": "CANARY-header" };
  const { id } = await createProvider(owner, input({ headers, defaultModel: "gpt-4.1" }));
  expect(await getProvider(owner, id)).toMatchObject({ hasKey: true, keyHint: "cdef", headerNames: ["x-team"] });
  const row = await db().provider.findUniqueOrThrow({ where: { id } });
  const told = JSON.stringify([row, await listProviders(owner)]);
  expect(told).not.toContain(KEY);
  expect(told).not.toContain("CANARY");
  server.play([[{ type: "message", text: "Hello." }]]);
  const { connection, defaultModel } = await openProvider(owner, { name: "Own" });
  await ask(modelAt(connection), { model: defaultModel ?? "" }).answer;
  expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "x-team": "CANARY-header" });
});

test("a key that is not sent stays, one that is sent takes its place, and null takes it away", async () => {
  const { id } = await createProvider(owner, input({ headers: { "x-a": "aaaa", "x-b": "bbbb" } }));
  const change = (changes: object) => updateProvider(owner, id, input(changes));
  expect(await change({ key: undefined, headers: { "x-a": null, "x-c": "cccc" } })).toMatchObject({
    keyHint: "cdef",
    headerNames: ["x-a", "x-c"],
  });
  expect(await change({ key: "sk-another-key-of-mine-9876" })).toMatchObject({ keyHint: "9876" });
  expect(await change({ key: "short" })).toMatchObject({ hasKey: true, keyHint: "" });
  expect(await change({ key: null, headers: {} })).toMatchObject({ hasKey: false, keyHint: null, headerNames: [] });
});

test("what was entered for one server is not sent to another", async () => {
  const { id } = await createProvider(owner, input({ headers: { "x-a": "aaaa" } }));
  const elsewhere = { baseUrl: "https://elsewhere.test/v1" };
  for (const kept of [{ key: undefined }, { key: KEY }, { key: KEY, headers: { "x-a": null } }]) {
    const moved = updateProvider(owner, id, input({ ...elsewhere, ...kept }));
    await expect(moved).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("enter them"),
    });
  }
  await updateProvider(owner, id, input({ ...elsewhere, headers: {} }));
  expect(await updateProvider(owner, id, input({ ...elsewhere, key: null }))).toMatchObject({ hasKey: false });
});

test("a sealed text that is moved to another provider stays shut, and the page opens all the same", async () => {
  const one = await createProvider(owner, input());
  const two = await createProvider(owner, input({ name: "Two" }));
  const { sealed } = await db().provider.findUniqueOrThrow({ where: { id: one.id } });
  await db().provider.update({ where: { id: two.id }, data: { sealed } });
  await expect(openProvider(owner, { id: two.id })).rejects.toMatchObject({ code: "invalid_input" });
  expect(await getProvider(owner, two.id)).toMatchObject({ hasKey: false, keyHint: null });
  expect(await updateProvider(owner, two.id, input({ name: "Two" }))).toMatchObject({ hasKey: true });
});

test("a team has one default, names are its own, and what is missing is told", async () => {
  await expect(openProvider(owner, {})).rejects.toMatchObject({ code: "invalid_input" });
  expect(await findProviderApi(owner, undefined)).toBeNull();
  const first = await createProvider(owner, input());
  const second = await createProvider(owner, input({ name: "Second", api: "chat" }));
  expect([first.isDefault, second.isDefault]).toEqual([true, false]);
  expect(await findProviderApi(owner, undefined)).toBe("responses");
  await updateProvider(owner, second.id, input({ name: "Second", api: "chat", isDefault: true }));
  expect((await listProviders(owner)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ["Own", false],
    ["Second", true],
  ]);
  expect(await openProvider(owner, {})).toMatchObject({ name: "Second" });
  await expect(createProvider(owner, input())).rejects.toMatchObject({ code: "conflict" });
  await expect(openProvider(owner, { name: "Third" })).rejects.toMatchObject({ code: "not_found" });
  await deleteProvider(owner, second.id);
  expect(await openProvider(owner, {})).toMatchObject({ name: "Own" });
});

test("another team's providers are not found, and stay as they are", async () => {
  const { id } = await createProvider(owner, input());
  const before = await db().provider.findUniqueOrThrow({ where: { id } });
  for (const attempt of [
    () => getProvider(stranger, id),
    () => updateProvider(stranger, id, input({ key: null })),
    () => deleteProvider(stranger, id),
    () => openProvider(stranger, { id }),
    () => openProvider(stranger, { name: "Own" }),
    () => listModels(stranger, id),
    () => checkProvider(stranger, id),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await listProviders(stranger)).toEqual([]);
  expect(await db().provider.findUniqueOrThrow({ where: { id } })).toEqual(before);
  expect(server.requests).toHaveLength(0);
});

test("models are listed by the server, and a wrong key is told", async () => {
  const right = await createProvider(owner, input());
  const wrong = await createProvider(owner, input({ name: "Wrong", key: "sk-wrong-key-0123456789" }));
  expect(await listModels(owner, right.id)).toEqual(["gpt-4.1", "gpt-4.1-mini"]);
  await expect(listModels(owner, wrong.id)).rejects.toMatchObject({ code: "provider_failed", answered: 401 });
});

test.for(["responses", "chat"] as const)("%s: a sound provider passes each step of the check", async (api) => {
  const call = { type: "function_call", call_id: "call_a", name: "note", arguments: '{"word":"ok"}' };
  server.play([{ output: [{ type: "message", text: "ok, then." }], chunk: 2 }, [call]]);
  const { id } = await createProvider(owner, input({ api }));
  expect((await check(owner, id)).map(({ result, ...rest }) => (result === "passed" ? rest : result))).toEqual([
    { step: "name", sentence: "127.0.0.1 is at 127.0.0.1." },
    { step: "connection", sentence: "127.0.0.1 accepts a connection that is not encrypted." },
    { step: "key", sentence: "The server lets this key in." },
    { step: "models", sentence: "2 models are listed." },
    { step: "answer", sentence: '"gpt-4.1" answers, piece by piece.' },
    { step: "tool", sentence: '"gpt-4.1" calls a tool.' },
  ]);
});

test.each([
  ["a private address", { allowPrivate: false }, "name", "is not a public address"],
  ["a name that leads nowhere", { baseUrl: "http://nowhere.invalid/v1" }, "name", "nowhere.invalid"],
  ["a closed port", { baseUrl: "http://127.0.0.1:9/v1" }, "connection", "127.0.0.1:9 refused the connection"],
  ["a wrong key", { key: "sk-wrong-key-0123456789" }, "key", "Check the provider's key"],
])("%s fails at its step, and the rest is not tried", async (_, changes, step, sentence) => {
  const { id } = await createProvider(owner, input(changes));
  const checks = await check(owner, id);
  const failed = checks.findIndex(({ result }) => result === "failed");
  expect(checks[failed]).toMatchObject({ step, sentence: expect.stringContaining(sentence) });
  expect(checks.slice(0, failed).every(({ result }) => result === "passed")).toBe(true);
  expect(checks.slice(failed + 1).every(({ result }) => result === "skipped")).toBe(true);
});

test("https where only http is spoken fails at the connection", async () => {
  const { id } = await createProvider(owner, input({ baseUrl: server.url.replace("http:", "https:") }));
  expect((await check(owner, id))[1]).toMatchObject({
    result: "failed",
    sentence: expect.stringContaining("could not be trusted"),
  });
});

test("a model that gives an answer but calls no tool is told", async () => {
  const { id } = await createProvider(owner, input({ defaultModel: "gpt-4.1-mini" }));
  server.play([[{ type: "message", text: "ok" }], [{ type: "message", text: "ok" }]]);
  expect((await check(owner, id)).at(-1)).toMatchObject({ step: "tool", result: "failed" });
  server.play([{ fault: { kind: "status", status: 404, message: "No such model." } }]);
  const [answer, tool] = (await check(owner, id)).slice(4);
  expect(answer).toMatchObject({ result: "failed", sentence: expect.stringContaining("No such model") });
  expect(tool).toMatchObject({ result: "skipped" });
});

test("what cannot be an address, a key or a header is refused", () => {
  for (const changes of [
    { baseUrl: "ftp://a.test" },
    { baseUrl: "a.test/v1" },
    { baseUrl: "https://me:secret@a.test/v1" },
    { key: "two\nlines" },
    { headers: { "not a header": "x" } },
    { headers: { "x-a": "x\r\nx-b: y" } },
  ]) {
    expect(ProviderInput.safeParse({ ...input(), ...changes }).success).toBe(false);
  }
});
