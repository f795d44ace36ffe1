import "server-only";
import { pickEnvironment } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { openConnection } from "#lib/providers/connection.ts";
import type { Model } from "#lib/providers/model.ts";
import { modelAt } from "#lib/providers/model-at.ts";
import { openProvider } from "#lib/providers/providers.ts";
import { rehearsalModel } from "#lib/providers/rehearsal.ts";
import type { ModelKind } from "#lib/runs/agent-schema.ts";
import { personModel } from "./person.ts";
import type { AgentModel } from "./schema.ts";

/** A model that can be asked, and what people call it. */
export type LiveModel = { model: Model; by: ModelKind; provider: string | null; name: string };

type Asking = { member: { teamId: string }; sessionId: string; runId: string };

/** Opens the model of an agent. Throws `invalid_input` when no provider or no model is named and the team has no default. */
export async function openModel(settings: AgentModel, { member, sessionId, runId }: Asking): Promise<LiveModel> {
  if (settings.rehearsal) {
    return { model: rehearsalModel(settings.rehearsal), by: "rehearsal", provider: null, name: "rehearsal" };
  }
  if (settings.person)
    return { model: personModel({ sessionId, runId }), by: "person", provider: null, name: "person" };
  if (settings.server) return openServer(settings, settings.server);
  const { connection, name, defaultModel } = await openProvider(member, { name: settings.provider });
  const model = settings.name ?? defaultModel;
  if (model === null)
    throw new AppError("invalid_input", `No model is chosen: name one for the agent, or a default for ${name}.`);
  return { model: modelAt(connection), by: "server", provider: name, name: model };
}

function openServer({ name }: AgentModel, { api, baseUrl }: NonNullable<AgentModel["server"]>): LiveModel {
  if (name === undefined)
    throw new AppError("invalid_input", `No model is named for ${baseUrl}; name one with --model.`);
  // Whoever names a server on the command line may name any, and has the key in the environment.
  const { OPENAI_API_KEY: key } = pickEnvironment(["OPENAI_API_KEY"]);
  const connection = openConnection({ api, baseUrl, key: key ?? null, allowPrivate: true });
  return { model: modelAt(connection), by: "server", provider: connection.address, name };
}
