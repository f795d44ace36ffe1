import { violation } from "../refusal.ts";
import { findRootProblem, findStrictProblem } from "./strict-schema.ts";

type Body = Record<string, unknown>;
type Offered = { at: string; name: unknown; parameters: unknown; strict: unknown };

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MOST = 128;

/** Refuses what OpenAI does not take of a request's function tools, tool choice and output schema. */
export function checkTools(api: "responses" | "chat", body: Body): void {
  const tools = Array.isArray(body.tools) ? (body.tools as Body[]) : [];
  if (tools.length > MOST) {
    throw violation(`Invalid 'tools': array too long. Expected at most ${MOST}, but got ${tools.length}.`, "tools");
  }
  const functions = tools.flatMap((tool, at) => (tool.type === "function" ? [offered(api, tool, `tools[${at}]`)] : []));
  const names = new Set<unknown>();
  for (const each of functions) {
    checkFunction(each);
    if (names.has(each.name)) throw violation(`Function tool names must be unique: '${each.name}'.`, each.at);
    names.add(each.name);
  }
  checkChoice(body, { names, count: tools.length });
  checkFormat(api, body);
}

function offered(api: "responses" | "chat", tool: Body, at: string): Offered {
  const { name, parameters, strict } = (api === "chat" ? tool.function : tool) as Body;
  return { at: api === "chat" ? `${at}.function` : at, name, parameters, strict };
}

function checkFunction({ at, name, parameters, strict }: Offered): void {
  if (typeof name !== "string" || !NAME.test(name)) {
    throw violation(`Invalid '${at}.name': '${name}' does not match the pattern '${NAME.source}'.`, `${at}.name`);
  }
  if (typeof strict !== "boolean") throw violation(`Missing '${at}.strict': say true or false.`, `${at}.strict`);
  const problem = strict ? findStrictProblem(parameters) : findRootProblem(parameters);
  if (problem) throw violation(`Invalid schema for function '${name}': ${problem}.`, `${at}.parameters`);
}

function checkChoice({ tool_choice: choice }: Body, { names, count }: { names: Set<unknown>; count: number }): void {
  if (choice === undefined || choice === null || choice === "auto" || choice === "none") return;
  if (count === 0) throw violation("'tool_choice' is only allowed when 'tools' are specified.", "tool_choice");
  if (typeof choice !== "object") return;
  const { type, name, function: named } = choice as Body & { function?: Body };
  const wanted = named?.name ?? name;
  if (type === "function" && !names.has(wanted)) {
    throw violation(`Tool choice '${wanted}' not found in 'tools' parameter.`, "tool_choice");
  }
}

function checkFormat(api: "responses" | "chat", body: Body): void {
  const at = api === "chat" ? "response_format" : "text.format";
  const format = (api === "chat" ? body.response_format : (body.text as Body | undefined)?.format) as Body | undefined;
  if (format?.type !== "json_schema") return;
  const { name, schema, strict } = (api === "chat" ? format.json_schema : format) as Body;
  if (typeof name !== "string" || !NAME.test(name)) throw violation(`Invalid '${at}.name': '${name}'.`, `${at}.name`);
  const problem = strict === true ? findStrictProblem(schema) : findRootProblem(schema);
  if (problem) throw violation(`Invalid schema for response_format '${name}': ${problem}.`, `${at}.schema`);
}
