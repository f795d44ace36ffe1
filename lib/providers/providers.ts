import "server-only";
import { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { db, type Provider } from "#lib/db/client.ts";
import { isTaken } from "#lib/db/taken.ts";
import { open, seal } from "#lib/secrets/seal.ts";
import { type Connection, openConnection } from "./connection.ts";
import { ProviderApi, type ProviderInput, type ProviderSummary } from "./schema.ts";

type Member = { teamId: string };

const Sealed = z.object({ key: z.string().nullable(), headers: z.record(z.string(), z.string()) });
type Sealed = z.infer<typeof Sealed>;

/** The team's providers by name. */
export async function listProviders(member: Member): Promise<ProviderSummary[]> {
  const rows = await db().provider.findMany({ where: { teamId: member.teamId }, orderBy: { name: "asc" } });
  return rows.map(toProviderSummary);
}

/** Throws `not_found`, also for another team's. */
export async function getProvider(member: Member, id: string): Promise<ProviderSummary> {
  return toProviderSummary(await getRow(member, id));
}

/** Adds a provider; a team's first one is its default. Throws `conflict` for a name in use. */
export async function createProvider(member: Member, input: ProviderInput): Promise<ProviderSummary> {
  const id = createId("provider");
  const isFirst = (await db().provider.count({ where: { teamId: member.teamId } })) === 0;
  return write(member, { id, input, isDefault: input.isDefault || isFirst, sealed: mergeSealed(NOTHING, input) });
}

/**
 * Changes a provider. A key or header that is not sent is kept, but not for another server: throws `invalid_input` then,
 * `not_found`, and `conflict` for a name in use.
 */
export async function updateProvider(member: Member, id: string, input: ProviderInput): Promise<ProviderSummary> {
  const row = await getRow(member, id);
  const stored = readSealed(row) ?? NOTHING;
  if (new URL(row.baseUrl).origin !== new URL(input.baseUrl).origin && keepsSecrets(stored, input)) {
    const place = new URL(row.baseUrl).host;
    throw new AppError(
      "invalid_input",
      `The key and headers were entered for ${place}; enter them again for another server.`,
    );
  }
  return write(member, { id, input, isDefault: input.isDefault, sealed: mergeSealed(stored, input) });
}

/** Throws `not_found`, also for another team's. */
export async function deleteProvider(member: Member, id: string): Promise<void> {
  const { count } = await db().provider.deleteMany({ where: { id, teamId: member.teamId } });
  if (count === 0) throw notFound();
}

/**
 * Opens a provider by its name or id, or the team's default one. Throws `not_found` for one that the team does not have,
 * and `invalid_input` when it has none at all, or its key was sealed with another studio's key.
 */
export async function openProvider(
  member: Member,
  { name, id }: { name?: string | undefined; id?: string | undefined },
): Promise<{ connection: Connection; name: string; defaultModel: string | null }> {
  const row = id === undefined ? await findRow(member, name) : await getRow(member, id);
  if (!row) throw missing(name);
  const { key, headers } = openSealed(row);
  const { baseUrl, allowPrivate, defaultModel } = row;
  const connection = openConnection({ api: ProviderApi.parse(row.api), baseUrl, allowPrivate, key, headers });
  return { connection, name: row.name, defaultModel };
}

/** The API of a provider by its name, or of the team's default one; null when the team has none. */
export async function findProviderApi(member: Member, name: string | undefined): Promise<ProviderApi | null> {
  const row = await findRow(member, name);
  return row && ProviderApi.parse(row.api);
}

const NOTHING: Sealed = { key: null, headers: {} };

/** Shorter keys would be half told by a part. */
const SHORTEST_HINTED = 16;

async function write(
  member: Member,
  { id, input, isDefault, sealed }: { id: string; input: ProviderInput; isDefault: boolean; sealed: Sealed },
): Promise<ProviderSummary> {
  const { name, api, baseUrl, allowPrivate, defaultModel } = input;
  const keyHint = sealed.key === null ? null : sealed.key.length < SHORTEST_HINTED ? "" : sealed.key.slice(-4);
  const fields = { name, api, baseUrl, allowPrivate, defaultModel, isDefault, keyHint };
  const written = { ...fields, sealed: seal(JSON.stringify(sealed), purposeOf(id)) };
  const { teamId } = member;
  try {
    const row = await db().$transaction(async (tx) => {
      if (isDefault) await tx.provider.updateMany({ where: { teamId }, data: { isDefault: false } });
      return tx.provider.upsert({ where: { id, teamId }, create: { id, teamId, ...written }, update: written });
    });
    return toProviderSummary(row);
  } catch (error) {
    throw isTaken(error)
      ? new AppError("conflict", `The team already has a provider named "${name}"; choose another name.`)
      : error;
  }
}

function mergeSealed(stored: Sealed, { key, headers }: ProviderInput): Sealed {
  const kept = Object.entries(headers ?? stored.headers).flatMap(([name, value]) => {
    const merged = value ?? stored.headers[name];
    return merged === undefined ? [] : [[name, merged]];
  });
  return { key: key === undefined ? stored.key : key, headers: Object.fromEntries(kept) };
}

function keepsSecrets(stored: Sealed, { key, headers }: ProviderInput): boolean {
  const keepsHeaders = headers === undefined || Object.values(headers).includes(null);
  return (key === undefined && stored.key !== null) || (keepsHeaders && Object.keys(stored.headers).length > 0);
}

async function getRow(member: Member, id: string): Promise<Provider> {
  const row = await db().provider.findFirst({ where: { id, teamId: member.teamId } });
  if (!row) throw notFound();
  return row;
}

/** The one of that name; without a name, the default one, which is the oldest where none is marked. */
function findRow({ teamId }: Member, name: string | undefined): Promise<Provider | null> {
  const where = name === undefined ? { teamId } : { teamId, name };
  return db().provider.findFirst({ where, orderBy: [{ isDefault: "desc" }, { createdAt: "asc" }] });
}

function missing(name: string | undefined): AppError {
  if (name !== undefined) return new AppError("not_found", `The team has no provider named "${name}".`);
  return new AppError("invalid_input", "The team has no model provider yet: add one, or give the agent a rehearsal.");
}

function toProviderSummary(row: Provider): ProviderSummary {
  const { id, name, baseUrl, allowPrivate, isDefault, defaultModel, updatedAt } = row;
  const sealed = readSealed(row);
  return {
    ...{ id, name, api: ProviderApi.parse(row.api), baseUrl, allowPrivate, isDefault, defaultModel },
    hasKey: (sealed?.key ?? null) !== null,
    keyHint: sealed ? row.keyHint : null,
    headerNames: Object.keys(sealed?.headers ?? {}),
    updatedAt: updatedAt.toISOString(),
  };
}

function openSealed(row: Provider): Sealed {
  return Sealed.parse(JSON.parse(open(row.sealed, purposeOf(row.id))));
}

function readSealed(row: Provider): Sealed | null {
  try {
    return openSealed(row);
  } catch (error) {
    // Sealed with a key that is gone: the page must open, so that a person can enter the provider's key again.
    if (error instanceof AppError) return null;
    throw error;
  }
}

function purposeOf(id: string): string {
  return `provider ${id}`;
}

function notFound(): AppError {
  return new AppError("not_found", "There is no such provider in this team.");
}
