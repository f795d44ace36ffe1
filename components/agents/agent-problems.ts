import type { ToolChoice } from "#lib/registry/schema.ts";
import type { AgentForm } from "./agent-form.ts";

/** What the team has that an agent can name. */
export type AgentWorld = {
  tools: readonly ToolChoice[];
  providers: readonly { name: string }[];
  /** The names of the team's other agents. */
  taken: readonly string[];
};

/** Something that the server would refuse, at its place in the file. */
export type AgentProblem = { path: string } & (
  | { code: "noName" }
  | { code: "nameTaken" | "noTool" | "twice" | "noConfiguration" | "noProvider"; name: string }
  | { code: "noVersion"; name: string; version: number }
);

/** What is wrong with an agent that is right as a file. */
export function findProblems(form: AgentForm, { tools, providers, taken }: AgentWorld): AgentProblem[] {
  const name = form.name.trim();
  const { provider } = form.model;
  return [
    ...(name === "" ? [{ path: "name", code: "noName" as const }] : []),
    ...(taken.includes(name) ? [{ path: "name", code: "nameTaken" as const, name }] : []),
    ...form.tools.flatMap((use, at) =>
      toolProblems(
        form,
        at,
        tools.find((tool) => tool.name === use.tool),
      ),
    ),
    ...(provider === undefined || providers.some((each) => each.name === provider)
      ? []
      : [{ path: "model.provider", code: "noProvider" as const, name: provider }]),
  ];
}

function toolProblems({ tools }: AgentForm, at: number, known: ToolChoice | undefined): AgentProblem[] {
  const use = tools[at];
  if (!use) return [];
  const name = use.tool;
  const path = `tools.${at}`;
  if (tools.slice(0, at).some((other) => other.tool === name)) return [{ path, code: "twice", name }];
  if (!known) return [{ path, code: "noTool", name }];
  const { version, configuration } = use;
  if (typeof version === "number" && !known.versions.some(({ number }) => number === version))
    return [{ path: `${path}.version`, code: "noVersion", name, version }];
  if (configuration !== undefined && !known.configurations.includes(configuration))
    return [{ path: `${path}.configuration`, code: "noConfiguration", name: configuration }];
  return [];
}
