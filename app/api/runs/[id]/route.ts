import { z } from "zod";
import { route } from "#lib/auth/guard.ts";
import { getRun } from "#lib/runs/history.ts";
import { isOver } from "#lib/runs/log.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { readCursor, sseResponse } from "#lib/runs/sse.ts";

const params = z.object({ id: z.string() });

/** Follows a run from the cursor in `Last-Event-ID` or `?after=`; 204 when all was read, which tells an EventSource to stop. */
export const GET = route({ permission: "run:read", params }, async ({ member, params: { id }, request }) => {
  await getRun(member, id);
  const cursor = readCursor(request);
  return (await isOver(id, cursor)) ? new Response(null, { status: 204 }) : sseResponse(id, cursor);
});

/** Asks the run to stop; its log says when it has. */
export const DELETE = route({ permission: "run:cancel", params }, async ({ member, params: { id } }) => {
  await cancelRun(member, id);
  return new Response(null, { status: 204 });
});
