import type { HandoffFilter } from "../policy/schema.ts";
import type { AgentDefinition } from "../schema.ts";
import type { ProgramAgent, ProgramFunction } from "./program-agent.ts";
import { code, comment, template } from "./source-text.ts";

type Names = ReadonlyMap<string, string>;

/** An agent with its tools; what it hands over to comes after all are there. */
export function agentLines({ agent, functions }: ProgramAgent, names: Names): string[] {
  const tools = functions.filter(({ type }) => type === "tool");
  const schema = agent.output;
  return [
    ...modelComments(agent),
    ...guardrailComments(agent),
    `const ${names.get(agent.name)} = new Agent<any, any>({`,
    `  name: ${code(agent.name)},`,
    ...(agent.description === "" ? [] : [`  handoffDescription: ${code(agent.description)},`]),
    `  instructions: ${instructions(agent)},`,
    ...(agent.model.name === undefined ? [] : [`  model: ${code(agent.model.name)},`]),
    ...modelSettings(agent),
    ...(agent.resetToolChoice ? [] : ["  resetToolChoice: false,"]),
    ...(schema ? [`  outputType: ${code(outputType(schema), 2)},`] : []),
    ...(tools.length + agent.hostedTools.length === 0
      ? []
      : ["  tools: [", ...tools.flatMap((each) => toolLines(agent, each)), ...hostedLines(agent), "  ],"]),
    "});",
  ];
}

/** What an agent hands over to and whom it asks, added to it. */
export function linkLines(
  { agent, functions }: ProgramAgent,
  { names, handoffFilter }: { names: Names; handoffFilter: HandoffFilter | undefined },
): string[] {
  const own = names.get(agent.name);
  const handoffs = functions.filter(({ type }) => type === "handoff");
  const asked = functions.filter(({ type }) => type === "agent");
  return [
    ...handoffs.flatMap((each) => handoffLines(agent, { each, own, target: names.get(each.of), handoffFilter })),
    ...asked.flatMap((each) => askedLines(agent, { each, own, target: names.get(each.of) })),
  ];
}

function instructions({ name, instructions: text }: AgentDefinition): string {
  const written = template(text, (variable) => {
    if (variable === "agent.name") return code(name);
    if (variable === "date") return "today";
    return /^data(\.[^.]+)+$/.test(variable) ? `read(context, ${code(variable)})` : null;
  });
  return written.includes("${read(context") ? `({ context }) => ${written}` : written;
}

function modelComments({ model, history }: AgentDefinition): string[] {
  return [
    ...(model.rehearsal
      ? comment("In Toolroom a rehearsal answers here, which plays a script in place of a model.")
      : []),
    ...(model.person ? comment("In Toolroom a person answers here in place of a model.") : []),
    ...(model.provider === undefined
      ? []
      : comment(`In Toolroom its model is one of the provider ${code(model.provider)}.`)),
    ...(model.server?.api === "chat" ? ['setOpenAIAPI("chat_completions");'] : []),
    ...(history === "server" ? comment("In Toolroom the model server keeps the conversation.") : []),
  ];
}

function guardrailComments({ guardrails }: AgentDefinition): string[] {
  return guardrails.flatMap(({ name, ...rest }) =>
    comment(`Guardrail ${code(name)} has no counterpart: ${JSON.stringify(rest)}`),
  );
}

function modelSettings({ settings }: AgentDefinition): string[] {
  const { reasoningEffort, reasoningSummary, verbosity, maxOutputTokens, serviceTier, metadata, ...same } = settings;
  const reasoning = { effort: reasoningEffort, summary: reasoningSummary };
  const providerData = { service_tier: serviceTier, metadata };
  const all = {
    ...same,
    maxTokens: maxOutputTokens,
    ...(hasSome(reasoning) && { reasoning }),
    ...(verbosity !== undefined && { text: { verbosity } }),
    ...(hasSome(providerData) && { providerData }),
  };
  return hasSome(all) ? [`  modelSettings: ${code(all, 2)},`] : [];
}

const hasSome = (members: object) => Object.values(members).some((value) => value !== undefined);

function outputType(schema: Record<string, unknown>) {
  return { type: "json_schema", name: "output", strict: schema.additionalProperties === false, schema };
}

function toolLines(agent: AgentDefinition, { of, name, description, parameters, strict }: ProgramFunction): string[] {
  const use = agent.tools.find(({ tool }) => tool === of);
  const approval = use?.approval;
  return [
    ...(use?.configuration === undefined ? [] : comment(`With the configuration ${code(use.configuration)}.`, 4)),
    "    tool({",
    `      name: ${code(name)},`,
    `      description: ${code(description)},`,
    `      parameters: ${code(parameters, 6)} as any,`,
    `      strict: ${strict} as any,`,
    ...approvalLines(approval, 6),
    "      execute: async () => {",
    ...comment(`Toolroom runs the tool ${code(of)} here.`, 8),
    `        throw new Error(${code(`Say here what ${name} does.`)});`,
    "      },",
    "    }),",
  ];
}

function approvalLines(approval: AgentDefinition["tools"][number]["approval"], indent: number): string[] {
  if (approval === undefined || approval === "never") return [];
  const only =
    typeof approval === "object" ? comment(`In Toolroom only when ${JSON.stringify(approval.when)}.`, indent) : [];
  return [...only, `${" ".repeat(indent)}needsApproval: true,`];
}

/** The functions of the package for hosted tools that take what the Responses API takes without more. */
const HOSTED: Record<string, string> = {
  web_search: "webSearchTool()",
  code_interpreter: "codeInterpreterTool()",
  image_generation: "imageGenerationTool()",
};

function hostedLines({ hostedTools }: AgentDefinition): string[] {
  return hostedTools.flatMap((hosted) => {
    const call = HOSTED[hosted.type];
    const isPlain = Object.keys(hosted).length === 1;
    if (call && isPlain) return [`    ${call},`];
    return comment(`Hosted tool: ${JSON.stringify(hosted)}`, 4);
  });
}

type LinkOf = { each: ProgramFunction; own: string | undefined; target: string | undefined };

function handoffLines(
  agent: AgentDefinition,
  { each, own, target, handoffFilter }: LinkOf & { handoffFilter: HandoffFilter | undefined },
): string[] {
  const said = agent.handoffs.find((handoff) => handoff.agent === each.of);
  const filter = said?.inputFilter ?? handoffFilter;
  const { isEnabled, onHandoff, inputType } = said ?? {};
  return [
    `${own}.handoffs.push(`,
    `  handoff(${target}, {`,
    `    toolNameOverride: ${code(each.name)},`,
    `    toolDescriptionOverride: ${code(each.description)},`,
    ...(inputType
      ? [
          `    inputType: ${code(each.parameters, 4)} as any,`,
          "    onHandoff: async () => {",
          ...comment(
            onHandoff ? `Toolroom calls the tool ${code(onHandoff.tool)} here.` : "Nothing is done with it.",
            6,
          ),
          "    },",
        ]
      : onHandoff
        ? comment(`Toolroom calls the tool ${code(onHandoff.tool)} before the conversation goes over.`, 4)
        : []),
    ...(filter?.type === "withoutTools" ? ["    inputFilter: removeAllTools,"] : []),
    ...(filter && filter.type !== "withoutTools"
      ? comment(`In Toolroom the target sees: ${JSON.stringify(filter)}`, 4)
      : []),
    ...(isEnabled === false ? ["    isEnabled: false,"] : []),
    ...(Array.isArray(isEnabled) ? comment(`In Toolroom only when ${JSON.stringify(isEnabled)}.`, 4) : []),
    "  }),",
    ");",
  ];
}

function askedLines(agent: AgentDefinition, { each, own, target }: LinkOf): string[] {
  const said = agent.agentTools.find((asked) => asked.agent === each.of);
  const isEnabled = said?.isEnabled;
  return [
    ...(Array.isArray(isEnabled) ? comment(`In Toolroom only when ${JSON.stringify(isEnabled)}.`) : []),
    `${own}.tools.push(`,
    `  ${target}.asTool({`,
    `    toolName: ${code(each.name)},`,
    `    toolDescription: ${code(each.description)},`,
    ...(said?.inputType ? comment(`In Toolroom its arguments are ${JSON.stringify(said.inputType)}`, 4) : []),
    ...approvalLines(said?.approval, 4),
    ...(isEnabled === false ? ["    isEnabled: false,"] : []),
    "  }),",
    ");",
  ];
}
