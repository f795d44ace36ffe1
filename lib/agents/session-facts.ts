import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { parseExact } from "#lib/core/exact/schema.ts";
import { db } from "#lib/db/client.ts";
import type { SessionFacts } from "./enabled.ts";

/** What a run's conditions are about beside the log; the role is null of who is no member any more, or is the command line. */
export async function readFacts(run: { sessionId: string; startedBy: string; teamId: string }): Promise<SessionFacts> {
  const { sessionId, startedBy, teamId } = run;
  const [session, member] = await Promise.all([
    db().agentSession.findFirstOrThrow({ where: { id: sessionId, teamId }, select: { data: true } }),
    db().member.findFirst({ where: { id: startedBy, teamId }, select: { role: true } }),
  ]);
  return { startedBy: { role: member?.role ?? null }, data: parseExact(session.data ?? "{}") };
}

/** Throws `invalid_input` for session data that is no JSON object. */
export function checkSessionData(text: string | null | undefined): void {
  if (text == null) return;
  try {
    const value = parseExact(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  } catch {
    // No JSON is refused like what is no object.
  }
  throw new AppError("invalid_input", 'The session\'s data is not a JSON object; give one, such as {"plan":"pro"}.');
}
