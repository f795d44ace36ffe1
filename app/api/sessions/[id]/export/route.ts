import { z } from "zod";
import { exportSession } from "#lib/agents/export.ts";
import { route } from "#lib/auth/guard.ts";
import { contentDisposition } from "../../../content-disposition.ts";

const params = z.object({ id: z.string() });
const query = z.object({ format: z.enum(["markdown", "json", "rehearsal"]) });

/** Sends a session as a file to keep. */
export const GET = route(
  { permission: "session:read", params, query },
  async ({ member, params: { id }, query: { format } }) => {
    const { name, mediaType, text } = await exportSession(member, id, format);
    return new Response(text, {
      headers: {
        "Content-Type": mediaType,
        "Content-Disposition": contentDisposition("attachment", name),
        "X-Content-Type-Options": "nosniff",
      },
    });
  },
);
