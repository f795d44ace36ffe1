import "server-only";
import type { Connection } from "./connection.ts";
import { listModelsAt } from "./listed-models.ts";
import { type Model, ModelFailure, type ModelRequest, type ModelResponse } from "./model.ts";
import { modelAt } from "./model-at.ts";
import { openProvider } from "./providers.ts";
import { reachServer } from "./reach-server.ts";
import { CHECK_STEPS, type ProviderCheck } from "./schema.ts";

/**
 * Tries a provider step by step: its name, the connection, the key, the list of models, a short answer, a tool call. Yields what
 * is known as it comes to be known, each step once, what fails in a sentence. Throws `not_found` before that, and `invalid_input`
 * when its key cannot be opened.
 */
export async function checkProvider(
  member: { teamId: string },
  providerId: string,
): Promise<AsyncGenerator<ProviderCheck[]>> {
  const { connection, defaultModel } = await openProvider(member, { id: providerId });
  return eachOnce(tryInTurn(connection, defaultModel));
}

async function* tryInTurn(connection: Connection, defaultModel: string | null): AsyncGenerator<ProviderCheck[]> {
  const reached = await reachServer(connection);
  yield reached;
  if (reached.some(({ result }) => result === "failed")) return;
  const listing = await tryListing(connection);
  yield listing.checks;
  const name = defaultModel ?? listing.models[0];
  const isLocked = listing.checks.some(({ step, result }) => step === "key" && result === "failed");
  if (isLocked || name === undefined) return;
  yield* tryAnswers(modelAt(connection), name);
}

/** The key is known from the list or, where there is none, from the answer; in the end, what was not tried is said to be so. */
async function* eachOnce(pages: AsyncGenerator<ProviderCheck[]>): AsyncGenerator<ProviderCheck[]> {
  const missing = new Set<ProviderCheck["step"]>(CHECK_STEPS);
  for await (const page of pages) yield page.filter(({ step }) => missing.delete(step));
  yield [...missing].map((step) => ({
    step,
    result: "skipped",
    sentence: "Not tried: what comes before has to work, and a model has to be known.",
  }));
}

/** The longest wait for one of its answers. */
const LONGEST_MS = 60_000;

/** Some models think before the first token, and the Responses API takes no less than 16. */
const ANSWER_TOKENS = 256;

async function tryListing(connection: Connection): Promise<{ checks: ProviderCheck[]; models: string[] }> {
  try {
    const models = await listModelsAt(connection);
    const count =
      models.length === 0 ? "No models are listed; name one yourself." : `${models.length} models are listed.`;
    return { models, checks: [passed("key", "The server lets this key in."), passed("models", count)] };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const isRefused = error.answered === 401 || error.answered === 403;
    if (isRefused) return { models: [], checks: [failed("key", error)] };
    // Many servers list nothing: then the answer tells whether the key is right.
    return { models: [], checks: [failed("models", error)] };
  }
}

async function* tryAnswers(model: Model, name: string): AsyncGenerator<ProviderCheck[]> {
  const first = await attempt("answer", async () => {
    const { response, pieces } = await ask(model, name);
    const how = pieces > 1 ? "piece by piece" : "in one piece";
    return response.output.length > 0
      ? passed("answer", `"${name}" answers, ${how}.`)
      : { step: "answer", result: "failed", sentence: `"${name}" gave an empty answer.` };
  });
  if (first.result === "failed") return yield [first];
  yield [passed("key", "The server lets this key in."), first];
  const second = await attempt("tool", async () => {
    const { response } = await ask(model, name, TOOL_REQUEST);
    return response.output.some(({ type }) => type === "function_call")
      ? passed("tool", `"${name}" calls a tool.`)
      : {
          step: "tool",
          result: "failed",
          sentence: `"${name}" was told to call a tool and did not; it may know none.`,
        };
  });
  yield [second];
}

const TOOL_REQUEST: Partial<ModelRequest> = {
  tools: [
    {
      type: "function",
      name: "note",
      description: "Writes a word down.",
      parameters: {
        type: "object",
        properties: { word: { type: "string" } },
        required: ["word"],
        additionalProperties: false,
      },
      strict: true,
    },
  ],
  settings: { toolChoice: "note", maxOutputTokens: ANSWER_TOKENS },
};

async function ask(
  model: Model,
  name: string,
  changes: Partial<ModelRequest> = {},
): Promise<{ response: ModelResponse; pieces: number }> {
  let pieces = 0;
  const request: ModelRequest = {
    model: name,
    instructions: "",
    input: [{ type: "message", role: "user", content: "Say ok, and note the word ok if you can." }],
    tools: [],
    settings: { maxOutputTokens: ANSWER_TOKENS },
    format: null,
    previousResponseId: null,
    ...changes,
  };
  const onDelta = () => {
    pieces += 1;
  };
  const response = await model.respond(request, { signal: AbortSignal.timeout(LONGEST_MS), onDelta });
  return { response, pieces };
}

async function attempt(step: "answer" | "tool", work: () => Promise<ProviderCheck>): Promise<ProviderCheck> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ModelFailure) return failed(step, error);
    if (error instanceof DOMException && error.name === "TimeoutError") {
      return { step, result: "failed", sentence: `There was no whole answer within ${LONGEST_MS / 1000} seconds.` };
    }
    throw error;
  }
}

function passed(step: ProviderCheck["step"], sentence: string): ProviderCheck {
  return { step, result: "passed", sentence };
}

function failed(step: ProviderCheck["step"], { message }: ModelFailure): ProviderCheck {
  return { step, result: "failed", sentence: message };
}
