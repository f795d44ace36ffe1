import { chatChunks, chatCompletion } from "./chat-chunks.ts";
import { type Answer, type Event, responseEvents, responseObject } from "./responses-events.ts";
import type { Fault } from "./script.ts";

/** A stream's events as data, with what the two APIs do differently. */
export type Dialect = {
  whole: (answer: Answer) => object;
  events: (answer: Answer) => Iterable<object>;
  unknown: object;
  failure: (answer: Answer, fault: Fault & { kind: "failed" | "error_event" }) => object;
  isDelta: (event: object) => boolean;
  frame: (event: object, sequence: number) => string;
  /** What comes after the last event. */
  end: string;
};

const responses: Dialect = {
  whole: responseObject,
  events: responseEvents,
  unknown: { type: "response.unheard_of.delta", delta: "?" },
  failure(answer, { kind, code = "server_error", message = "The server had an error." }) {
    if (kind === "error_event") return { type: "error", code, message, param: null };
    const response = { ...responseObject(answer), status: "failed", output: [], usage: null, error: { code, message } };
    return { type: "response.failed", response };
  },
  isDelta: (event) => (event as Event).type.endsWith(".delta"),
  frame: (event, sequence) =>
    `event: ${(event as Event).type}\ndata: ${JSON.stringify({ ...event, sequence_number: sequence })}\n\n`,
  end: "",
};

const chat: Dialect = {
  whole: chatCompletion,
  events: chatChunks,
  unknown: { object: "chat.completion.unheard_of", choices: [] },
  failure: (_answer, { code = "server_error", message = "The server had an error." }) => ({
    error: { message, type: "server_error", param: null, code },
  }),
  isDelta(event) {
    const [choice] = (event as { choices?: { delta: object; finish_reason: unknown }[] }).choices ?? [];
    return choice !== undefined && choice.finish_reason === null && !("role" in choice.delta);
  },
  frame: (event) => `data: ${JSON.stringify(event)}\n\n`,
  end: "data: [DONE]\n\n",
};

export const dialects = { responses, chat };
