import "server-only";
import { listen, notify } from "#lib/db/notify.ts";

const CHANNEL = "session_changed";

/** Says to all who follow a session that something of it changed besides the log of its newest run. */
export async function announceChange(sessionId: string): Promise<void> {
  await notify(CHANNEL, sessionId);
}

/** Calls `onChange` when a session changes, until the returned function is called; a word can be lost, so a listener also looks. */
export function onSessionChange(sessionId: string, onChange: () => void): () => void {
  return listen(CHANNEL, (changed) => {
    if (changed === sessionId) onChange();
  });
}
