import "server-only";
import { LRUCache } from "lru-cache";
import { AppError } from "#lib/core/errors.ts";
import { parseExact } from "#lib/core/exact/schema.ts";
import { singleton } from "#lib/core/singleton.ts";
import { type AgentVersion, db } from "#lib/db/client.ts";
import { AgentFile } from "./schema.ts";

/** Every step of a session asks for the file of the same few versions. */
const MOST_KEPT = 500;

/** The file of a version, which never changes: read once, and shared by all who ask, so nobody may change it. */
export function readVersion({ id, definition }: Pick<AgentVersion, "id" | "definition">): AgentFile {
  const known = versions().get(id);
  if (known) return known;
  const file = AgentFile.parse(parseExact(definition));
  versions().set(id, file);
  return file;
}

/** The file of the version with that id, which the caller has from something of this team's. Throws `not_found` for another team's. */
export async function getVersionFile({ teamId }: { teamId: string }, id: string): Promise<AgentFile> {
  const known = versions().get(id);
  if (known) return known;
  const version = await db().agentVersion.findFirst({ where: { id, teamId } });
  if (!version) throw new AppError("not_found", `There is no version ${id} of an agent in this team.`);
  return readVersion(version);
}

function versions(): LRUCache<string, AgentFile> {
  return singleton("agent-versions", () => new LRUCache({ max: MOST_KEPT }));
}
