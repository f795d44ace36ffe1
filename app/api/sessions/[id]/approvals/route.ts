import { z } from "zod";
import { decideApproval } from "#lib/agents/approvals/decide.ts";
import { ApprovalAnswer } from "#lib/agents/approvals/schema.ts";
import { route } from "#lib/auth/guard.ts";

const params = z.object({ id: z.string() });

/** Takes a decision on a call that waits for one; 409 says how it was decided before. */
export const POST = route(
  { permission: "session:write", params, body: ApprovalAnswer },
  async ({ member, params: { id }, body }) => {
    await decideApproval(member, id, body);
    return new Response(null, { status: 204 });
  },
);
