import type { Item } from "./items.ts";

type Event = { type: string } & Record<string, unknown>;

/** How an item of a hosted tool begins, before its server has done anything. */
export function begunHosted(item: Item): Item {
  switch (item.type) {
    case "image_generation_call":
      return { ...item, status: "in_progress", result: null };
    case "code_interpreter_call":
      return { ...item, status: "in_progress", code: "", outputs: [] };
    case "file_search_call":
      return { ...item, status: "in_progress", queries: [], results: null };
    case "web_search_call":
      return { ...item, status: "in_progress" };
    case "mcp_list_tools":
      return { ...item, tools: [] };
    case "mcp_call":
      return { ...item, arguments: "", output: null };
    default:
      return item;
  }
}

/** The events between the beginning and the end of a hosted tool's item, as the Responses API tells them; none for other items. */
export function* hostedEvents(item: Item): Generator<Event> {
  const at = { item_id: item.id };
  switch (item.type) {
    case "web_search_call":
    case "file_search_call":
      for (const stage of ["in_progress", "searching", "completed"])
        yield { type: `response.${item.type}.${stage}`, ...at };
      return;
    case "code_interpreter_call":
      yield { type: "response.code_interpreter_call.in_progress", ...at };
      yield { type: "response.code_interpreter_call_code.delta", ...at, delta: item.code };
      yield { type: "response.code_interpreter_call_code.done", ...at, code: item.code };
      yield { type: "response.code_interpreter_call.interpreting", ...at };
      yield { type: "response.code_interpreter_call.completed", ...at };
      return;
    case "image_generation_call":
      yield { type: "response.image_generation_call.in_progress", ...at };
      yield { type: "response.image_generation_call.generating", ...at };
      yield {
        type: "response.image_generation_call.partial_image",
        ...at,
        partial_image_index: 0,
        partial_image_b64: item.result,
      };
      yield { type: "response.image_generation_call.completed", ...at };
      return;
    case "mcp_list_tools":
      yield { type: "response.mcp_list_tools.in_progress", ...at };
      yield { type: `response.mcp_list_tools.${item.error ? "failed" : "completed"}`, ...at };
      return;
    case "mcp_call":
      yield { type: "response.mcp_call.in_progress", ...at };
      yield { type: "response.mcp_call_arguments.delta", ...at, delta: item.arguments };
      yield { type: "response.mcp_call_arguments.done", ...at, arguments: item.arguments };
      yield { type: `response.mcp_call.${item.error ? "failed" : "completed"}`, ...at };
      return;
    default:
  }
}
