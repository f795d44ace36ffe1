import OpenAI from "openai";
import type { ModelServer } from "../../support/model-server/server.ts";

/** The real client, without its own retries. */
export function clientOf(server: ModelServer): OpenAI {
  return new OpenAI({ baseURL: server.url, apiKey: "k", maxRetries: 0 });
}

/** All that a stream brings. */
export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of stream) all.push(each);
  return all;
}

/** The body of a refused request's error, with its status. */
export async function refusalOf(answer: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error = await answer.then(
    () => new Error("The server took it."),
    (reason: unknown) => reason,
  );
  if (error instanceof OpenAI.APIError) return { status: Number(error.status), message: error.message };
  throw error;
}

export const weather = {
  type: "function" as const,
  name: "weather",
  strict: true,
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
};
