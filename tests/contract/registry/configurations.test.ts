import { randomBytes } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "#lib/core/env.ts";
import { db } from "#lib/db/client.ts";
import { deleteConfiguration, saveConfiguration } from "#lib/registry/configurations.ts";
import { saveTool } from "#lib/registry/create.ts";
import type { ConfigurationSummary } from "#lib/registry/schema.ts";
import { findToolById, getTool } from "#lib/registry/tools.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { readStored } from "./at-rest.ts";
import { callToEnd, createTool, type Member, pythonFiles } from "./fixture.ts";

const USER = `api_key: Optional[SecretStr] = SecretStr("default")
conn: Optional[SecretStr] = None
host: str = "h"
dsn: str = ""`;
const BODY = `secret = lambda value: value.get_secret_value()[::-1] if value else None
return json.dumps([secret(config.api_key), secret(config.conn), config.host, config.dsn[::-1]])`;

let member: Member;
let toolId: string;
let name: string;
withDatabase();
beforeAll(async () => {
  process.env.TOOLROOM_ROOT = path.resolve(".");
  member = await createTeam("Configurations");
});
beforeEach(async () => {
  ({ id: toolId, name } = await createTool(member, pythonFiles(BODY, { user: USER })));
  await callToEnd(member, toolId);
});

type Input = { values: object; cleared?: string[]; configurationId?: string; name?: string };

async function save({ values, cleared = [], ...input }: Input): Promise<ConfigurationSummary> {
  const { contract } = await findToolById(member, toolId);
  const whole = { toolId, name: "prod", values: JSON.stringify(values), cleared, ...input };
  return saveConfiguration(member, contract.userParameters, whole);
}

/** What a call with the configuration is given, as the tool tells it backwards where it is secret. */
async function given(configurationId: string): Promise<(string | null)[]> {
  const { result } = await callToEnd(member, toolId, { configurationId });
  return JSON.parse(result ?? "[]").map((value: string | null, index: number) =>
    index === 2 || value === null ? value : [...value].reverse().join(""),
  );
}

const canary = (what: string) => `CANARY-${what}-${randomBytes(6).toString("hex")}`;

describe("a configuration", () => {
  it("is nowhere at rest in clear, and its key is for the studio's account alone", async () => {
    const [key, conn, password] = [canary("key"), canary("conn"), canary("password")];
    const values = { api_key: key, conn, host: "example.test", dsn: `postgres://me:${password}@db/x` };
    const { id } = await save({ values });
    expect(await given(id)).toEqual([key, conn, "example.test", values.dsn]);
    const stored = await readStored();
    for (const secret of [key, conn, password]) expect(stored.includes(secret)).toBe(false);
    const keyFile = (await readdir(env().data)).find((file) => file === "key") ?? "";
    expect((await stat(path.join(env().data, keyFile))).mode & 0o777).toBe(0o600);
    expect(await readFile(path.join(env().data, keyFile), "latin1")).not.toContain("CANARY");
  });

  it("comes back without its secrets, which stay when they are not sent", async () => {
    const [key, conn] = [canary("key"), canary("conn")];
    const first = await save({ values: { api_key: key, conn, host: "one", dsn: "postgres://me:CANARY-dsn@db/x" } });
    const shown = (await getTool(member, name)).configurations;
    for (const summary of [first, ...shown]) {
      expect(JSON.stringify(summary)).not.toContain("CANARY");
      expect(summary).toMatchObject({ name: "prod", secretsSet: ["/api_key", "/conn"] });
    }
    const masked = JSON.parse(first.masked);
    expect(masked).toMatchObject({ host: "one" });
    await save({ configurationId: first.id, values: { ...masked, host: "two" } });
    expect(await given(first.id)).toEqual([key, conn, "two", "postgres://me:CANARY-dsn@db/x"]);
  });

  it("loses a secret that is cleared, and that one only", async () => {
    const { id } = await save({ values: { api_key: "CANARY-a", conn: "CANARY-b" } });
    const cleared = await save({ configurationId: id, values: {}, cleared: ["/conn"] });
    expect(cleared.secretsSet).toEqual(["/api_key"]);
    expect(await given(id)).toEqual(["CANARY-a", null, "h", ""]);
  });

  it("P16: never takes the stars of a default for a value", async () => {
    const { id } = await save({ values: { api_key: "CANARY-real" } });
    await save({ configurationId: id, values: { api_key: "**********", host: "h" } });
    expect((await given(id))[0]).toBe("CANARY-real");
    const fresh = await save({ name: "fresh", values: { api_key: "**********", host: "h" } });
    expect(fresh.secretsSet).toEqual([]);
    expect((await given(fresh.id))[0]).toBe("default");
    const once = await callToEnd(member, toolId, { userParameters: { api_key: "**********" } });
    expect(JSON.parse(once.result ?? "")[0]).toBe("tluafed");
  });

  it("keeps its secrets hidden and stored while the tool is broken", async () => {
    const conn = canary("conn");
    const { id } = await save({ values: { conn, host: "kept" } });
    const { versionId, files } = await getTool(member, name);
    const text = files.find((file) => file.path === "tool.py")?.text ?? "";
    await saveTool(member, { toolId, base: versionId, changes: [{ path: "tool.py", text: "def broken(:\n" }] });
    const broken = await getTool(member, name);
    expect(broken.problem).toContain("not valid Python");
    expect(JSON.stringify(broken.configurations)).not.toContain("CANARY");
    expect(broken.configurations).toMatchObject([{ secretsSet: ["/conn"], masked: '{"host":"kept"}' }]);
    await save({ configurationId: id, values: { host: "kept" } });
    await saveTool(member, { toolId, base: broken.versionId, changes: [{ path: "tool.py", text }] });
    expect(await given(id)).toEqual(["default", conn, "kept", ""]);
  });

  it("keeps hidden what a new version no longer calls a secret, in calls too", async () => {
    const conn = canary("conn");
    const { id } = await save({ values: { conn } });
    const { versionId } = await getTool(member, name);
    const open = pythonFiles("return [config.conn]", { user: "conn: str = ''" });
    const changes = [{ path: "tool.py", text: Buffer.from(open[0]?.content ?? "").toString() }];
    await saveTool(member, { toolId, base: versionId, changes });
    await callToEnd(member, toolId);
    expect(JSON.stringify((await getTool(member, name)).configurations)).not.toContain("CANARY");
    expect((await callToEnd(member, toolId, { configurationId: id })).result).toBe("['[redacted]']");
  });

  it("that another key sealed opens empty, and can be entered again", async () => {
    const { id } = await save({ values: { api_key: "CANARY-old" } });
    const { sealed } = await db().configuration.findUniqueOrThrow({ where: { id } });
    const foreign = sealed.replace(/^v1\.[0-9a-f]{8}/, "v1.00000000");
    await db().configuration.update({ where: { id }, data: { sealed: foreign } });
    expect((await getTool(member, name)).configurations).toMatchObject([{ masked: "{}", secretsSet: [] }]);
    await expect(callToEnd(member, toolId, { configurationId: id })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("sealed with another key"),
    });
    await save({ configurationId: id, values: { api_key: "CANARY-new" } });
    expect((await given(id))[0]).toBe("CANARY-new");
  });

  it("stays shut in another configuration's row", async () => {
    const { id } = await save({ values: { api_key: "CANARY-one" } });
    const other = await save({ name: "other", values: {} });
    const { sealed } = await db().configuration.findUniqueOrThrow({ where: { id } });
    await db().configuration.update({ where: { id: other.id }, data: { sealed } });
    await expect(callToEnd(member, toolId, { configurationId: other.id })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("a configuration's name", () => {
  it("is given once a tool, also of several at once", async () => {
    const settled = await Promise.allSettled(Array.from({ length: 4 }, () => save({ values: {} })));
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of settled) {
      if (each.status === "rejected")
        expect(each.reason).toMatchObject({ code: "conflict", message: expect.stringContaining('"prod"') });
    }
    await expect(save({ values: {} })).rejects.toMatchObject({ code: "conflict" });
    const other = await save({ name: "other", values: {} });
    await expect(save({ name: "prod", configurationId: other.id, values: {} })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("can be changed", async () => {
    const { id } = await save({ values: { api_key: "CANARY" } });
    expect(await save({ name: "renamed", configurationId: id, values: {} })).toMatchObject({
      id,
      name: "renamed",
      secretsSet: ["/api_key"],
    });
  });
});

describe("another tool's configuration", () => {
  it("is not saved through, opened or used", async () => {
    const { id } = await save({ values: { api_key: "CANARY", conn: "CANARY" } });
    const other = await createTool(member, pythonFiles("return 1", { user: "conn: str = ''" }));
    const { contract } = await findToolById(member, other.id);
    const input = { toolId: other.id, configurationId: id, name: "stolen", values: "{}", cleared: [] };
    await expect(saveConfiguration(member, contract.userParameters, input)).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(callToEnd(member, other.id, { configurationId: id })).rejects.toMatchObject({ code: "not_found" });
    expect(await given(id)).toEqual(["CANARY", "CANARY", "h", ""]);
  });

  it("is gone when it is deleted, once", async () => {
    const { id } = await save({ values: {} });
    await deleteConfiguration(member, id);
    await expect(deleteConfiguration(member, id)).rejects.toMatchObject({ code: "not_found" });
    expect((await getTool(member, name)).configurations).toEqual([]);
  });
});
