import { AppError } from "#lib/core/errors.ts";
import type { ModelSettings, ResponseFormat, Usage } from "./schema.ts";

/** A model that answers one turn, whatever stands behind it: a server, a script or a person. */
export type Model = {
  /**
   * Asks once, without retries, and tells of the answer as it comes. Throws `ModelFailure` when no whole answer came, and the
   * signal's reason when it was stopped.
   */
  respond(
    request: ModelRequest,
    options: { signal: AbortSignal; onDelta: (delta: ModelDelta) => void },
  ): Promise<ModelResponse>;
};

/** One turn in the terms of the Responses API. */
export type ModelRequest = {
  model: string;
  instructions: string;
  /** The conversation, every call paired with its output. */
  input: readonly Item[];
  /** Function definitions and hosted tools as they are sent. */
  tools: readonly ToolDefinition[];
  settings: ModelSettings;
  format: ResponseFormat | null;
  /** The answer that `input` goes on from, kept by the server; null when `input` is the whole conversation. */
  previousResponseId: string | null;
};

/** An item of the Responses API, kept as it came, unknown kinds too. */
export type Item = { type?: string; [key: string]: unknown };

export type ToolDefinition = { type: string; [key: string]: unknown };

/** A piece of an answer that is being made. `index` counts the calls of the answer from 0. */
export type ModelDelta =
  | { type: "text" | "reasoning" | "refusal"; text: string }
  | { type: "arguments"; index: number; name: string; text: string };

export type ModelResponse = {
  /** The server's id of the answer; null where it has none to go on from. */
  id: string | null;
  /** `incomplete` is an answer that was cut, and `reason` tells why, such as `max_output_tokens`. */
  status: "completed" | "incomplete";
  reason: string | null;
  output: Item[];
  usage: Usage | null;
  /** Settings that were not sent, since the model or its API does not take them. */
  leftOut?: (keyof ModelSettings)[];
  /** Inputs of the session that the answer came from. */
  takes?: readonly string[];
};

type FailureFacts = {
  again: boolean;
  retryAfterMs?: number | null | undefined;
  answered?: number | null | undefined;
  cause?: unknown;
};

/** No whole answer came. Its message is a sentence for people that names the server's own words; no key is in it. */
export class ModelFailure extends AppError {
  /** Whether asking again may help: nothing of the answer was kept. */
  readonly again: boolean;
  /** Milliseconds that the server asked to wait; null when it did not say. */
  readonly retryAfterMs: number | null;
  /** The HTTP status that the server answered with in place of an answer; null when it did not. */
  readonly answered: number | null;

  constructor(message: string, { again, retryAfterMs = null, answered = null, cause }: FailureFacts) {
    super("provider_failed", message, { cause });
    this.again = again;
    this.retryAfterMs = retryAfterMs;
    this.answered = answered;
  }
}
