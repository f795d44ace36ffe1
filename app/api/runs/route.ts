import { route } from "#lib/auth/guard.ts";
import { startCall } from "#lib/registry/calls.ts";
import { StartRun } from "#lib/runs/schema.ts";
import { sseResponse } from "#lib/runs/sse.ts";

/** Starts a call and answers with its events as they come; the run goes on when the connection closes. */
export const POST = route({ permission: "tool:run", body: StartRun }, async ({ member, body }) =>
  sseResponse(await startCall(member, body), 0),
);
