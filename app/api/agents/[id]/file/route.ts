import { z } from "zod";
import { exportAgent } from "#lib/agents/agents.ts";
import { route } from "#lib/auth/guard.ts";
import { contentDisposition } from "../../../content-disposition.ts";

const params = z.object({ id: z.string() });

/** Sends an agent as the file that `toolroom chat` reads. */
export const GET = route({ permission: "agent:read", params }, async ({ member, params: { id } }) => {
  const file = await exportAgent(member, id);
  const fileName = `${file.name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.agent.json`;
  return new Response(`${JSON.stringify(file, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json",
      "Content-Disposition": contentDisposition("attachment", fileName),
      "X-Content-Type-Options": "nosniff",
    },
  });
});
