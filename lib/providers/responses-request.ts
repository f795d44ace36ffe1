import { acceptedSettings, factsOf } from "./facts.ts";
import { type Item, ModelFailure, type ModelRequest, type ToolDefinition } from "./model.ts";
import type { ModelSettings } from "./schema.ts";

type Body = Record<string, unknown>;

/** The body of `POST /responses`, and the names of settings that are not sent since the model refuses them. */
export function responsesBody(request: ModelRequest): { body: Body; leftOut: (keyof ModelSettings)[] } {
  const { model, instructions, tools, format, previousResponseId } = request;
  const { settings, leftOut } = acceptedSettings(model, request.settings);
  // An answer that the next request goes on from has to be kept.
  const store = previousResponseId !== null || settings.store === true;
  const reasoning = present({ effort: settings.reasoningEffort, summary: settings.reasoningSummary });
  const text = present({
    verbosity: settings.verbosity,
    format: format ? { type: "json_schema", ...format } : undefined,
  });
  const body = present({
    model,
    instructions: instructions || undefined,
    input: store ? request.input : request.input.filter(isWhole),
    stream: true,
    store,
    include: included(request, store),
    previous_response_id: previousResponseId ?? undefined,
    ...(tools.length > 0 && {
      tools,
      tool_choice: settings.toolChoice === undefined ? undefined : toolChoice(settings.toolChoice, tools),
      parallel_tool_calls: settings.parallelToolCalls,
    }),
    reasoning: Object.keys(reasoning).length > 0 ? reasoning : undefined,
    text: Object.keys(text).length > 0 ? text : undefined,
    temperature: settings.temperature,
    top_p: settings.topP,
    max_output_tokens: settings.maxOutputTokens,
    truncation: settings.truncation,
    metadata: settings.metadata,
    service_tier: settings.serviceTier,
  });
  return { body, leftOut };
}

/** What a server leaves out of an answer unless it is asked for it. */
function included({ model, tools }: ModelRequest, store: boolean): string[] | undefined {
  // A model that does not reason refuses to be asked for that.
  const reasoning = !store && factsOf(model).reasons !== false ? ["reasoning.encrypted_content"] : [];
  const wanted = [...reasoning, ...tools.flatMap(({ type }) => SHOWN[type] ?? [])];
  return wanted.length > 0 ? wanted : undefined;
}

const SHOWN: Record<string, string> = {
  web_search: "web_search_call.action.sources",
  file_search: "file_search_call.results",
  code_interpreter: "code_interpreter_call.outputs",
};

/** The object without what is undefined. */
export function present(fields: Body): Body {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Only a server that keeps answers can make something of reasoning that is no more than an id. */
function isWhole(item: Item): boolean {
  return item.type !== "reasoning" || Boolean(item.encrypted_content) || hasParts(item.content);
}

function hasParts(content: unknown): boolean {
  return Array.isArray(content) && content.length > 0;
}

function toolChoice(choice: string, tools: readonly ToolDefinition[]): unknown {
  if (choice === "auto" || choice === "none" || choice === "required") return choice;
  const named = tools.find(({ name }) => name === choice);
  if (named) return { type: named.type, name: choice };
  const server = tools.find(({ server_label }) => server_label === choice);
  if (server) return { type: server.type, server_label: choice };
  if (tools.some(({ type }) => type === choice)) return { type: choice };
  throw new ModelFailure(`The settings force the tool "${choice}", which this agent does not have; choose another.`, {
    again: false,
  });
}
