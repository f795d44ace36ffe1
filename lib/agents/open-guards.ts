import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { secretValues, withSecretsAt } from "#lib/secrets/fields.ts";
import { createRedactor, type Redactor } from "#lib/secrets/redact.ts";
import type { Cast } from "./cast.ts";
import type { Guards } from "./guard.ts";
import { openModel } from "./live-model.ts";
import { configurationOf, type Workplace } from "./perform-tool.ts";
import { guardrailPlace } from "./pins.ts";

type Of = { sessionId: string; runId: string; cast: Cast };

/** What the guardrails of a run work with. Its configurations are opened once, by the first check that looks for their secrets. */
export function openGuards({ sessionId, runId, cast }: Of, place: Workplace): Guards {
  let known: Promise<Redactor> | null = null;
  return {
    place,
    judgeOf({ agent: { model } }, { provider, name }) {
      const own = provider === undefined ? model : { provider };
      return openModel({ ...own, ...(name !== undefined && { name }) }, { member: place.member, sessionId, runId });
    },
    toolOf: ({ agent, helpers }, guardrail) => helpers.get(guardrailPlace(agent.guardrails.indexOf(guardrail))) ?? null,
    secrets() {
      known ??= openSecrets(cast, place).catch((error: unknown) => {
        known = null;
        throw error;
      });
      return known;
    },
  };
}

/** A configuration that is gone can be used by no call either. */
function gone(error: unknown) {
  if (error instanceof AppError) return { values: "{}", secrets: [] };
  throw error;
}

async function openSecrets(cast: Cast, { member }: Workplace): Promise<Redactor> {
  const functions = [...cast.values()].flatMap((role) => [...role.functions.values()]);
  const secrets = await Promise.all(
    functions.map(async (each) => {
      if (each.type !== "tool") return [];
      const { values, secrets } = await configurationOf(member, each.pin).catch(gone);
      return secretValues(withSecretsAt(each.contract.userParameters, secrets), values);
    }),
  );
  return createRedactor(secrets.flat());
}
