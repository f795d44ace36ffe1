import type { ToolChoice } from "#lib/registry/schema.ts";
import type { AgentForm, FileForm } from "./agent-form.ts";
import { agentsOf, placeOf } from "./file-agents.ts";

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
  | { code: Named; name: string }
  | { code: "noVersion"; name: string; version: number }
);
type Named = "nameTaken" | "nameTwice" | "noAgent" | "noTool" | "twice" | "noConfiguration" | "noProvider";

/** What is wrong with the agents of a file that is right as a file. */
export function findProblems(file: FileForm, world: AgentWorld): AgentProblem[] {
  const agents = agentsOf(file);
  const names = agents.map(({ name }) => name.trim());
  const first = names[0] ?? "";
  return [
    ...(world.taken.includes(first) ? [{ path: "name", code: "nameTaken" as const, name: first }] : []),
    ...agents.flatMap((agent, at) => [
      ...nameProblems(names, at),
      ...agentProblems(agent, { names, world }).map((problem) => ({ ...problem, path: placeOf(at) + problem.path })),
    ]),
  ];
}

function nameProblems(names: readonly string[], at: number): AgentProblem[] {
  const name = names[at] ?? "";
  const path = `${placeOf(at)}name`;
  if (name === "") return [{ path, code: "noName" }];
  return names.indexOf(name) < at ? [{ path, code: "nameTwice", name }] : [];
}

function agentProblems(agent: AgentForm, { names, world }: { names: string[]; world: AgentWorld }): AgentProblem[] {
  const { provider } = agent.model;
  const strangers = (["handoffs", "agentTools"] as const).flatMap((list) =>
    agent[list].flatMap(({ agent: name }, index) =>
      names.includes(name.trim()) ? [] : [{ path: `${list}.${index}.agent`, code: "noAgent" as const, name }],
    ),
  );
  const ofTools = agent.tools.flatMap((use, at) =>
    toolProblems(
      agent,
      at,
      world.tools.find((tool) => tool.name === use.tool),
    ),
  );
  const isKnown = provider === undefined || world.providers.some((each) => each.name === provider);
  return [
    ...ofTools,
    ...strangers,
    ...(isKnown ? [] : [{ path: "model.provider", code: "noProvider" as const, name: provider }]),
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
