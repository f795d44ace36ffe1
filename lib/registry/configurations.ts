import "server-only";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { type Configuration, db } from "#lib/db/client.ts";
import { isTaken } from "#lib/db/taken.ts";
import { maskParameters, withSecretsAt } from "#lib/secrets/fields.ts";
import { mergeSecrets } from "#lib/secrets/merge.ts";
import { open, seal } from "#lib/secrets/seal.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";
import type { ConfigurationSummary } from "./schema.ts";

type Member = { id: string; teamId: string };

/** A configuration as a browser sends it: an absent secret keeps what is stored, `cleared` points to those to remove. */
export const ConfigurationInput = z.object({
  toolId: z.string(),
  configurationId: z.string().optional(),
  name: z.string().trim().min(1).max(80),
  values: z.string().max(1024 * 1024),
  cleared: z.array(z.string()).max(1_000),
});
export type ConfigurationInput = z.infer<typeof ConfigurationInput>;

/** A configuration as it is sealed: what was secret when it was entered stays so, also while its tool is broken. */
const Stored = z.object({ values: z.string(), secrets: z.array(z.string()) });
type Stored = z.infer<typeof Stored>;
const NOTHING: Stored = { values: "{}", secrets: [] };

/** Creates or updates a named set of UserParameters, sealed. Throws `not_found`, or `conflict` for a name in use. */
export async function saveConfiguration(
  member: Member,
  schema: JsonSchema,
  { toolId, configurationId, name, values, cleared }: ConfigurationInput,
): Promise<ConfigurationSummary> {
  const tool = await db().tool.findFirst({ where: { id: toolId, teamId: member.teamId } });
  if (!tool) throw new AppError("not_found", "There is no such tool in this team.");
  const row = configurationId === undefined ? null : await findSealed(member, { toolId, configurationId });
  const stored = (row && readStored(row)) ?? NOTHING;
  const known = withSecretsAt(schema, stored.secrets);
  const merged = mergeSecrets(known, stored.values, { submitted: values, clear: cleared });
  const kept: Stored = { values: merged, secrets: maskParameters(known, merged).secretsSet };
  const id = row?.id ?? createId("configuration");
  const written = { name, sealed: seal(JSON.stringify(kept), purposeOf(id)), updatedBy: member.id };
  const saved = await db()
    .configuration.upsert({
      where: { id },
      create: { id, teamId: member.teamId, toolId, ...written },
      update: written,
    })
    .catch((error: unknown) => {
      throw isTaken(error)
        ? new AppError("conflict", `"${name}" is the name of another configuration; choose another, or open that one.`)
        : error;
    });
  return toConfigurationSummary(schema, saved);
}

/** Throws `not_found`, also for another team's. */
export async function deleteConfiguration(member: Member, configurationId: string): Promise<void> {
  const { count } = await db().configuration.deleteMany({ where: { id: configurationId, teamId: member.teamId } });
  if (count === 0) throw notFound();
}

/**
 * The values of a configuration of a tool as JSON text, secrets open, and the JSON pointers to these: for a call, never for
 * a browser. Throws `not_found`, or `invalid_input` when this studio's key does not open it.
 */
export async function openConfiguration(
  member: Member,
  which: { toolId: string; configurationId: string },
): Promise<{ name: string } & Stored> {
  const row = await findSealed(member, which);
  return { name: row.name, ...openStored(row) };
}

/** The id of a tool's configuration by its name; null when the team has none of it. */
export async function findConfigurationId(
  member: { teamId: string },
  { toolId, name }: { toolId: string; name: string },
): Promise<string | null> {
  const found = await db().configuration.findFirst({ where: { toolId, name, teamId: member.teamId } });
  return found?.id ?? null;
}

/** What a browser may see of a stored configuration; nothing of one that this studio's key does not open. */
export function toConfigurationSummary(schema: JsonSchema, row: Configuration): ConfigurationSummary {
  const { values, secrets } = readStored(row) ?? NOTHING;
  const { masked, secretsSet } = maskParameters(withSecretsAt(schema, secrets), values);
  return { id: row.id, name: row.name, masked, secretsSet, updatedAt: row.updatedAt.toISOString() };
}

async function findSealed(
  member: Member,
  { toolId, configurationId }: { toolId: string; configurationId: string },
): Promise<Configuration> {
  const configuration = await db().configuration.findFirst({
    where: { id: configurationId, toolId, teamId: member.teamId },
  });
  if (!configuration) throw notFound();
  return configuration;
}

function openStored(row: Configuration): Stored {
  return Stored.parse(JSON.parse(open(row.sealed, purposeOf(row.id))));
}

function readStored(row: Configuration): Stored | null {
  try {
    return openStored(row);
  } catch (error) {
    // Sealed with a key that is gone: the person enters the values again, and the tool's page must open for that.
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A sealed text that is copied to another configuration's row stays shut. */
function purposeOf(id: string): string {
  return `configuration ${id}`;
}

function notFound(): AppError {
  return new AppError("not_found", "There is no such configuration of this tool in this team.");
}
