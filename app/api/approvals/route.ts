import { listApprovals } from "#lib/agents/approvals/list.ts";
import { route } from "#lib/auth/guard.ts";

/** Lists the calls of the team that wait for a decision. */
export const GET = route({ permission: "session:read" }, async ({ member }) =>
  Response.json({ approvals: await listApprovals(member) }),
);
