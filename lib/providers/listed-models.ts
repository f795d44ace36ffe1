import "server-only";
import type { Connection } from "./connection.ts";
import { failureOf, type Json } from "./exchange.ts";
import { tooLong } from "./failures.ts";
import { openProvider } from "./providers.ts";

/** The names of the models that a provider's server lists, in order. Throws `not_found` and `ModelFailure`. */
export async function listModels(member: { teamId: string }, providerId: string): Promise<string[]> {
  const { connection } = await openProvider(member, { id: providerId });
  return listModelsAt(connection);
}

/** The same for a connection. A list in an unknown form is empty. */
export async function listModelsAt(
  connection: Connection,
  signal = AbortSignal.timeout(LONGEST_MS),
): Promise<string[]> {
  try {
    const body = await connection.client.get("/models", { signal });
    return namesIn(body);
  } catch (error) {
    throw failureOf(connection, signal.aborted ? tooLong(connection.address, LONGEST_MS) : error);
  }
}

const LONGEST_MS = 30_000;
const MOST_MODELS = 2000;

/** OpenAI's form, and those of servers that call the list `models` or have no frame around it. */
function namesIn(body: unknown): string[] {
  const { data, models } = (body ?? {}) as Json;
  const list = [data, models, body].find(Array.isArray) ?? [];
  const names = list.map((entry: unknown) => {
    const { id, name, model } = (entry ?? {}) as Json;
    return [id, name, model, entry].find((each) => typeof each === "string" && each !== "");
  });
  const known = new Set(names.filter((name: unknown): name is string => typeof name === "string"));
  return [...known].sort((one, other) => one.localeCompare(other)).slice(0, MOST_MODELS);
}
