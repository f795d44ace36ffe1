import { StartSession } from "#lib/agents/schema.ts";
import { startSession } from "#lib/agents/talk.ts";
import { route } from "#lib/auth/guard.ts";

/** Begins a session with an agent by a first message; it goes on whether anybody watches or not. */
export const POST = route({ permission: "session:write", body: StartSession }, async ({ member, body }) =>
  Response.json(await startSession(member, body), { status: 201 }),
);
