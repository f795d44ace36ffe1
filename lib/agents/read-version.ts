import "server-only";
import { LRUCache } from "lru-cache";
import { parseExact } from "#lib/core/exact/schema.ts";
import { singleton } from "#lib/core/singleton.ts";
import type { AgentVersion } from "#lib/db/client.ts";
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

function versions(): LRUCache<string, AgentFile> {
  return singleton("agent-versions", () => new LRUCache({ max: MOST_KEPT }));
}
