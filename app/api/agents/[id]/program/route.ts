import { z } from "zod";
import { exportProgram } from "#lib/agents/program/export-program.ts";
import { route } from "#lib/auth/guard.ts";
import { contentDisposition } from "../../../content-disposition.ts";
import { WhichVersionQuery } from "../../which-version.ts";

const params = z.object({ id: z.string() });

/** Sends an agent as a TypeScript program for `@openai/agents`. */
export const GET = route(
  { permission: "agent:read", params, query: WhichVersionQuery },
  async ({ member, params: { id }, query }) => {
    const { name, text } = await exportProgram(member, id, query.version);
    return new Response(text, {
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": contentDisposition("attachment", `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.agent.ts`),
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
);
