import type { AgentFile } from "../schema.ts";
import type { ProgramAgent } from "./program-agent.ts";
import { comment } from "./source-text.ts";
import { agentLines, linkLines } from "./write-agent.ts";

/**
 * The agents of a file as a TypeScript program for `@openai/agents`, which sends a model the same; the first is the one that it runs.
 * What has no counterpart there is a comment. Tools are only declared: what they do is left to who uses the program.
 */
export function programOf(
  agents: readonly ProgramAgent[],
  { handoffFilter }: Pick<AgentFile, "handoffFilter">,
): string {
  const first = agents[0]?.agent;
  const names = variableNames(agents.map(({ agent }) => agent.name));
  const body = [
    ...agents.flatMap((each) => [...agentLines(each, names), ""]),
    ...agents.flatMap((each) => linkLines(each, { names, handoffFilter })),
    "",
    `const result = await run(${names.get(first?.name ?? "")}, process.argv[2] ?? "Hello", { maxTurns: ${first?.limits.turns ?? 10} });`,
    "console.log(result.finalOutput);",
    "",
  ].join("\n");
  const used = IMPORTED.filter((name) => new RegExp(`\\b${name}\\(`).test(body) || name === "Agent");
  return [
    `import { ${used.join(", ")} } from "@openai/agents";`,
    ...(body.includes("removeAllTools") ? ['import { removeAllTools } from "@openai/agents-core/extensions";'] : []),
    "",
    ...comment(`${first?.name ?? ""}, exported from Toolroom.`),
    ...comment("It needs OPENAI_API_KEY in its environment, and OPENAI_BASE_URL for another server than OpenAI's."),
    "",
    ...(body.includes("read(") ? READ : []),
    ...(body.includes("today") ? ["const today = new Date().toISOString().slice(0, 10);", ""] : []),
    body,
  ].join("\n");
}

const IMPORTED = [
  "Agent",
  "codeInterpreterTool",
  "handoff",
  "imageGenerationTool",
  "run",
  "setOpenAIAPI",
  "tool",
  "webSearchTool",
];

/** Finds a variable of instructions in the run's context, which stands for the session's data. */
const READ = [
  "/** A value of the run's context by its path; one that is not there stays as it is written. */",
  "function read(context: unknown, path: string): string {",
  "  let here = { data: context } as any;",
  '  for (const name of path.split(".")) here = here?.[name];',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
  '  return here == null ? `{{${path}}}` : typeof here === "string" ? here : JSON.stringify(here);',
  "}",
  "",
];

/** A name in the program for each agent: its own in Latin letters where it has some, and a number where that is taken. */
function variableNames(agents: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [at, agent] of agents.entries()) {
    const words = agent.normalize("NFKD").match(/[a-zA-Z0-9]+/g) ?? [];
    const plain = words.map((word, index) =>
      index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1),
    );
    const name = `${plain.join("").replace(/^\d+/, "")}Agent`;
    const isFree = name !== "Agent" && ![...names.values()].includes(name);
    names.set(agent, isFree ? name : `agent${at + 1}`);
  }
  return names;
}
