import { z } from "zod";
import { exportAgent } from "#lib/agents/publish.ts";
import { route } from "#lib/auth/guard.ts";
import { contentDisposition } from "../../../content-disposition.ts";
import { WhichVersionQuery } from "../../which-version.ts";

const params = z.object({ id: z.string() });

/**
 * Sends an agent as the file that `toolroom chat` reads: what was `saved` last, or by `?version=` what was `published` last or
 * under a number.
 */
export const GET = route(
  { permission: "agent:read", params, query: WhichVersionQuery },
  async ({ member, params: { id }, query }) => {
    const file = await exportAgent(member, id, query.version);
    const fileName = `${file.name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.agent.json`;
    return new Response(`${JSON.stringify(file, null, 2)}\n`, {
      headers: {
        "Content-Type": "application/json",
        "Content-Disposition": contentDisposition("attachment", fileName),
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
);
