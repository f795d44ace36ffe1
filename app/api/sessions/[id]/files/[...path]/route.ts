import { z } from "zod";
import { openSessionFile } from "#lib/agents/files.ts";
import { route } from "#lib/auth/guard.ts";
import { FileQuery, fileResponse } from "../../../../file-response.ts";

const params = z.object({ id: z.string(), path: z.array(z.string()) });

/** Sends a file of a session, which a tool left or a person attached. */
export const GET = route(
  { permission: "session:read", params, query: FileQuery },
  async ({ member, params: { id, path }, query }) => {
    const name = path.join("/");
    return fileResponse(
      await openSessionFile(member, id, { name, ...(query.limit ? { limit: query.limit } : {}) }),
      name,
      query,
    );
  },
);
