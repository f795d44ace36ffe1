import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };

const CATALOGUE = fileURLToPath(new URL(".", import.meta.url));
const FOLDERS = (await readdir(CATALOGUE, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const FILES = new Map(
  await Promise.all(FOLDERS.map(async (name) => [name, await readdir(path.join(CATALOGUE, name))] as const)),
);
const IN_TYPESCRIPT = FOLDERS.filter((name) => FILES.get(name)?.includes("tool.ts"));
const TOOLS = FOLDERS.filter((name) => FILES.get(name)?.some((file) => file === "tool.ts" || file === "tool.py"));

type Tool = {
  UserParameters: z.ZodObject;
  ToolParameters: z.ZodObject;
  OUTPUT_KEY: string;
  runTool(config: unknown, args: unknown): Promise<string>;
};

async function textOf(tool: string, file: string): Promise<string> {
  return await readFile(path.join(CATALOGUE, tool, file), "utf8");
}

test("holds the built-in tools", () => {
  expect(TOOLS).toEqual([
    "calculator",
    "calculator_py",
    "dates",
    "list_directory",
    "query_table",
    "read_csv",
    "read_json",
    "sample",
  ]);
});

describe.each(TOOLS)("%s", (name) => {
  test("has an example and a README", async () => {
    expect(JSON.parse(await textOf(name, "example.json"))).toHaveProperty("toolParameters");
    expect(await textOf(name, "README.md")).toMatch(new RegExp(`^# ${name}\n`));
  });
});

describe.each(IN_TYPESCRIPT)("%s", (name) => {
  const tool = import(pathToFileURL(path.join(CATALOGUE, name, "tool.ts")).href) as Promise<Tool>;

  test("is described, and so is each of its parameters", async () => {
    expect(await textOf(name, "tool.ts")).toMatch(/^\/\*\*(\n \*)? [A-Z]/);
    const { UserParameters, ToolParameters, OUTPUT_KEY } = await tool;
    expect(OUTPUT_KEY).toBe("tool_output");
    for (const schema of [UserParameters, ToolParameters]) {
      const { properties = {} } = z.toJSONSchema(schema, { io: "input" });
      for (const [field, property] of Object.entries(properties)) expect(property, field).toHaveProperty("description");
    }
  });

  test("asks for the versions that the studio has", async () => {
    if (!FILES.get(name)?.includes("package.json")) return;
    const { dependencies } = JSON.parse(await textOf(name, "package.json")) as { dependencies: Record<string, string> };
    expect(manifest.dependencies).toMatchObject(dependencies);
  });

  test("answers its example on the shipped data", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "catalogue-"));
    const home = process.cwd();
    vi.spyOn(console, "log").mockReturnValue();
    vi.spyOn(console, "error").mockReturnValue();
    vi.stubEnv("SESSION_DIRECTORY", folder);
    vi.stubEnv("WORKFLOW_DATA_DIRECTORY", path.join(CATALOGUE, "data"));
    try {
      process.chdir(folder);
      const { UserParameters, ToolParameters, runTool } = await tool;
      const { userParameters = {}, toolParameters } = JSON.parse(await textOf(name, "example.json"));
      const result = await runTool(UserParameters.parse(userParameters), ToolParameters.parse(toolParameters));
      expect(result).not.toMatch(/^Error: /);
      const { artifacts_created = [] } = JSON.parse(result);
      expect(await readdir(folder)).toEqual(expect.arrayContaining(artifacts_created));
    } finally {
      process.chdir(home);
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
      await rm(folder, { recursive: true });
    }
  });
});
