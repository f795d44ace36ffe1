import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it, test } from "vitest";
import { db } from "#lib/db/client.ts";
import { startCall } from "#lib/registry/calls.ts";
import {
  deleteConfiguration,
  findConfigurationId,
  openConfiguration,
  saveConfiguration,
} from "#lib/registry/configurations.ts";
import { createTools, duplicateTool, saveTool } from "#lib/registry/create.ts";
import { findModelChange } from "#lib/registry/model-change.ts";
import { fixFinding } from "#lib/registry/model-view.ts";
import { listCallStatistics } from "#lib/registry/statistics.ts";
import { listToolChoices } from "#lib/registry/tool-choices.ts";
import { readToolEnvironment, retryToolEnvironment } from "#lib/registry/tool-environment.ts";
import { findToolVersion, listToolVersions } from "#lib/registry/tool-versions.ts";
import { deleteTool, findToolById, findVersioned, getTool, listTools } from "#lib/registry/tools.ts";
import { createToolOf, saveVersion } from "#lib/registry/versions.ts";
import { openArtifact } from "#lib/runs/artifacts.ts";
import { getRun, listRuns } from "#lib/runs/history.ts";
import { cancelRun, startRun } from "#lib/runs/run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { callToEnd, createTool, type Member, typescriptFiles } from "./fixture.ts";

/** A team's things, and a member of another team who knows all their ids. */
type World = {
  owner: Member;
  stranger: Member;
  tool: { id: string; name: string };
  strangersTool: { id: string; name: string };
  configurationId: string;
  runId: string;
};
type Attempt = (world: World) => Promise<unknown>;

const schema = { type: "object" };
const files = typescriptFiles('await (await import("node:fs/promises")).writeFile("left.txt", "left");\n  return 1;');
const configuration = { name: "theirs", values: '{"url":"x"}', cleared: [] };
const subject = { toolName: "made", versionNumber: 1, configurationId: null, toolParameters: "{}" };

/** What the stranger may ask for and must not get. */
const REFUSED: Record<string, Attempt[]> = {
  "registry/calls startCall": [
    ({ stranger, tool }) => startCall(stranger, { toolId: tool.id, toolParameters: "{}" }),
    ({ stranger, strangersTool, configurationId }) =>
      startCall(stranger, { toolId: strangersTool.id, toolParameters: "{}", configurationId }),
  ],
  "registry/configurations deleteConfiguration": [
    ({ stranger, configurationId }) => deleteConfiguration(stranger, configurationId),
  ],
  "registry/configurations openConfiguration": [
    ({ stranger, tool, configurationId }) => openConfiguration(stranger, { toolId: tool.id, configurationId }),
    ({ stranger, strangersTool, configurationId }) =>
      openConfiguration(stranger, { toolId: strangersTool.id, configurationId }),
  ],
  "registry/configurations saveConfiguration": [
    ({ stranger, tool }) => saveConfiguration(stranger, schema, { ...configuration, toolId: tool.id }),
    ({ stranger, tool, configurationId }) =>
      saveConfiguration(stranger, schema, { ...configuration, toolId: tool.id, configurationId }),
    ({ stranger, strangersTool, configurationId }) =>
      saveConfiguration(stranger, schema, { ...configuration, toolId: strangersTool.id, configurationId }),
  ],
  "registry/create duplicateTool": [({ stranger, tool }) => duplicateTool(stranger, tool.id)],
  "registry/create saveTool": [
    async ({ owner, stranger, tool }) => {
      const { versionId } = await findToolById(owner, tool.id);
      return saveTool(stranger, { toolId: tool.id, base: versionId, changes: [{ path: "x", text: "theirs" }] });
    },
  ],
  "registry/model-change findModelChange": [({ stranger, tool }) => findModelChange(stranger, tool.id)],
  "registry/model-view fixFinding": [
    async ({ owner, stranger, tool }) => {
      const { versionId } = await findToolById(owner, tool.id);
      return fixFinding(stranger, { toolId: tool.id, base: versionId, code: "x", path: "" });
    },
  ],
  "registry/tool-environment readToolEnvironment": [
    ({ stranger, tool }) => readToolEnvironment(stranger, { toolId: tool.id, after: 0 }),
  ],
  "registry/tool-environment retryToolEnvironment": [({ stranger, tool }) => retryToolEnvironment(stranger, tool.id)],
  "registry/tools deleteTool": [({ stranger, tool }) => deleteTool(stranger, tool.id)],
  "registry/tools findToolById": [({ stranger, tool }) => findToolById(stranger, tool.id)],
  "registry/tools findVersioned": [
    ({ stranger, tool }) => findVersioned(stranger, { id: tool.id }),
    ({ stranger, tool }) => findVersioned(stranger, { name: tool.name }),
  ],
  "registry/tools getTool": [({ stranger, tool }) => getTool(stranger, tool.name)],
  "runs/artifacts openArtifact": [({ stranger, runId }) => openArtifact(stranger, runId, { name: "left.txt" })],
  "runs/history getRun": [({ stranger, runId }) => getRun(stranger, runId)],
  "runs/run cancelRun": [({ stranger, runId }) => cancelRun(stranger, runId)],
};

/** What the stranger gets of their own team only, which is nothing here. */
const EMPTY: Record<string, Attempt[]> = {
  "registry/configurations findConfigurationId": [
    async ({ stranger, tool }) => found(await findConfigurationId(stranger, { toolId: tool.id, name: "prod" })),
  ],
  "registry/statistics listCallStatistics": [async ({ stranger }) => [...(await listCallStatistics(stranger))]],
  "registry/tool-choices listToolChoices": [
    async ({ stranger, strangersTool, tool }) =>
      (await listToolChoices(stranger, [{ tool: tool.name, version: 1 }])).filter(({ id }) => id !== strangersTool.id),
  ],
  "registry/tool-versions findToolVersion": [
    async ({ stranger, tool }) => found(await findToolVersion(stranger, { name: tool.name, number: undefined })),
  ],
  "registry/tool-versions listToolVersions": [
    async ({ owner, stranger, tool }) => {
      const { versionId } = await findToolById(owner, tool.id);
      return [...(await listToolVersions(stranger, [versionId]))];
    },
  ],
  "registry/tools listTools": [
    async ({ stranger, strangersTool }) => (await listTools(stranger)).filter(({ id }) => id !== strangersTool.id),
  ],
  "runs/history listRuns": [
    ({ stranger }) => listRuns(stranger, {}),
    ({ stranger, tool }) => listRuns(stranger, { toolId: tool.id }),
  ],
};

/** As a list, so that what is not there is an empty one. */
function found<T>(one: T | null): T[] {
  return one === null ? [] : [one];
}

/** What makes something new in the team of whoever asks, or is given rows that were found with the member before. */
const OWN_TEAM: Record<string, Attempt> = {
  "registry/create createTools": ({ stranger, tool }) =>
    createTools(stranger, { from: "files", files, name: tool.name }),
  "registry/versions createToolOf": ({ stranger }) => createToolOf(stranger, { name: "theirs", files }),
  "registry/versions saveVersion": async ({ owner, stranger, tool }) => {
    const row = await findVersioned(owner, { id: tool.id });
    const saving = saveVersion(stranger, row, { base: row.currentVersion.id, files: typescriptFiles("return 2;") });
    await expect(saving).rejects.toMatchObject({ code: "conflict" });
  },
  "runs/run startRun": async ({ owner, stranger, tool }) => {
    const { versionId } = await findToolById(owner, tool.id);
    const ending = { status: "succeeded", outcome: null, runMs: 1 } as const;
    const work = async () => ({ event: { type: "run.succeeded" as const }, ending });
    await startRun(stranger, { ...subject, toolId: tool.id, toolVersionId: versionId }, work);
  },
};

let world: World;
withDatabase();
beforeAll(async () => {
  process.env.TOOLROOM_ROOT = path.resolve(".");
  const [owner, stranger] = [await createTeam("Owners"), await createTeam("Strangers")];
  const tool = await createTool(owner, files);
  const strangersTool = await createTool(stranger, files);
  const values = '{"api_key":"CANARY"}';
  const { id } = await saveConfiguration(owner, schema, { toolId: tool.id, name: "prod", values, cleared: [] });
  const { runId } = await callToEnd(owner, tool.id);
  world = { owner, stranger, tool, strangersTool, configurationId: id, runId };
});

test("every function that takes a member first is in one of the tables, and nothing else is", () => {
  const listed = [REFUSED, EMPTY, OWN_TEAM].flatMap((table) => Object.keys(table));
  expect(listed.sort()).toEqual([...memberFunctions("registry"), ...memberFunctions("runs")].sort());
});

describe("with a member of another team", () => {
  it.each(Object.entries(REFUSED))("%s finds nothing, and changes nothing", async (_, attempts) => {
    const before = await rowsOf(world.owner.teamId);
    for (const attempt of attempts) await expect(attempt(world)).rejects.toMatchObject({ code: "not_found" });
    expect(await rowsOf(world.owner.teamId)).toEqual(before);
  });

  it.each(Object.entries(EMPTY))("%s is empty", async (_, attempts) => {
    for (const attempt of attempts) expect(await attempt(world)).toEqual([]);
  });

  it.each(Object.entries(OWN_TEAM))("%s leaves the other team as it is", async (_, attempt) => {
    const before = await rowsOf(world.owner.teamId);
    await attempt(world);
    expect(await rowsOf(world.owner.teamId)).toEqual(before);
  });
});

test("the owner finds all of it", async () => {
  const { owner, tool, runId, configurationId } = world;
  expect(await getTool(owner, tool.name)).toMatchObject({ id: tool.id, configurations: [{ id: configurationId }] });
  expect(await getRun(owner, runId)).toMatchObject({ toolName: tool.name });
  expect((await openArtifact(owner, runId, { name: "left.txt" })).bytes).toBe(4);
});

/** The exported functions of a layer whose first parameter is `member`, as `layer/file name`. */
function memberFunctions(layer: string): string[] {
  const folder = path.resolve("lib", layer);
  const sources = readdirSync(folder).filter((name) => /^[a-z-]+\.ts$/.test(name));
  return sources.flatMap((name) => {
    const source = ts.createSourceFile(name, readFileSync(path.join(folder, name), "utf8"), ts.ScriptTarget.Latest);
    return exportedFunctions(source)
      .filter(({ parameters }) => parameters[0]?.name.getText(source) === "member")
      .map((each) => `${layer}/${path.basename(name, ".ts")} ${each.name}`);
  });
}

type Declared = { name: string; parameters: ts.NodeArray<ts.ParameterDeclaration> };

function exportedFunctions(source: ts.SourceFile): Declared[] {
  return source.statements.flatMap((statement): Declared[] => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(statement))
      return [{ name: statement.name?.text ?? "", parameters: statement.parameters }];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
        ? [{ name: name.getText(source), parameters: initializer.parameters }]
        : [],
    );
  });
}

async function rowsOf(teamId: string): Promise<unknown> {
  const where = { teamId };
  const [tools, configurations, runs] = await Promise.all([
    db().tool.findMany({ where, include: { versions: true } }),
    db().configuration.findMany({ where }),
    db().run.findMany({ where, include: { events: true } }),
  ]);
  return { tools, configurations, runs };
}
