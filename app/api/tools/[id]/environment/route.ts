import { z } from "zod";
import { route } from "#lib/auth/guard.ts";
import { readToolEnvironment, retryToolEnvironment } from "#lib/registry/tool-environment.ts";

const params = z.object({ id: z.string() });
const query = z.object({ after: z.coerce.number().int().nonnegative().default(0) });

/** The state of a tool's environment, and its build log from byte `after` on. */
export const GET = route({ permission: "tool:read", params, query }, async ({ member, params, query }) =>
  Response.json(await readToolEnvironment(member, { toolId: params.id, after: query.after })),
);

/** Builds a missing or failed environment again; the build goes on when the connection closes. */
export const POST = route({ permission: "tool:write", params }, async ({ member, params }) => {
  await retryToolEnvironment(member, params.id);
  return new Response(null, { status: 202 });
});
