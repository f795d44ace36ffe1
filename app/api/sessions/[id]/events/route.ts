import { z } from "zod";
import { readSessionCursor, sessionStream } from "#lib/agents/stream.ts";
import { route } from "#lib/auth/guard.ts";

const params = z.object({ id: z.string() });

/** Follows a session's log and its state from the cursor in `Last-Event-ID` or `?after=`. */
export const GET = route({ permission: "session:read", params }, ({ member, params: { id }, request }) =>
  sessionStream(member, id, readSessionCursor(request)),
);
