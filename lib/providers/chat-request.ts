import { chatMessages } from "./chat-messages.ts";
import { acceptedSettings, factsOf } from "./facts.ts";
import { type Item, ModelFailure, type ModelRequest, type ToolDefinition } from "./model.ts";
import { present } from "./responses-request.ts";
import type { ModelSettings } from "./schema.ts";

type Body = Record<string, unknown>;

/** The body of `POST /chat/completions`, and the names of settings that the model or this API does not take. Throws `ModelFailure`. */
export function chatBody(request: ModelRequest): { body: Body; leftOut: (keyof ModelSettings)[] } {
  const { model, instructions, input, tools, format, previousResponseId } = request;
  if (previousResponseId !== null) throw refused("goes on from an answer that the server keeps");
  const { settings, leftOut } = acceptedSettings(model, request.settings);
  const unknown = UNKNOWN.filter((name) => settings[name] !== undefined);
  const { chatTokens, chatUsage } = factsOf(model);
  const system: Item[] = instructions ? [{ role: "system", content: instructions }] : [];
  const body = present({
    model,
    messages: [...system, ...chatMessages(input)],
    stream: true,
    stream_options: chatUsage ? { include_usage: true } : undefined,
    ...(tools.length > 0 && {
      tools: tools.map(toTool),
      tool_choice: settings.toolChoice === undefined ? undefined : toolChoice(settings.toolChoice, tools),
      parallel_tool_calls: settings.parallelToolCalls,
    }),
    response_format: format ? { type: "json_schema", json_schema: format } : undefined,
    reasoning_effort: settings.reasoningEffort,
    verbosity: settings.verbosity,
    temperature: settings.temperature,
    top_p: settings.topP,
    [chatTokens]: settings.maxOutputTokens,
    // Only what is kept may have metadata.
    ...(settings.store && { store: true, metadata: settings.metadata }),
    service_tier: settings.serviceTier,
  });
  const unsent = settings.metadata !== undefined && !settings.store ? ["metadata" as const] : [];
  return { body, leftOut: [...leftOut, ...unknown, ...unsent] };
}

/** Settings that only the Responses API has. */
const UNKNOWN = ["reasoningSummary", "truncation"] as const;

function toTool({ type, ...rest }: ToolDefinition): Body {
  if (type !== "function") throw refused(`has the hosted tool "${type}"`);
  return { type, function: rest };
}

function toolChoice(choice: string, tools: readonly ToolDefinition[]): unknown {
  if (choice === "auto" || choice === "none" || choice === "required") return choice;
  if (tools.some(({ name }) => name === choice)) return { type: "function", function: { name: choice } };
  throw new ModelFailure(`The settings force the tool "${choice}", which this agent does not have; choose another.`, {
    again: false,
  });
}

function refused(what: string): ModelFailure {
  return new ModelFailure(
    `This agent ${what}, which Chat Completions does not know; use a provider of the Responses API, or take it out.`,
    { again: false },
  );
}
