import { z } from "zod";
import { route } from "#lib/auth/guard.ts";
import { openArtifact } from "#lib/runs/artifacts.ts";
import { FileQuery, fileResponse } from "../../../../file-response.ts";

const params = z.object({ id: z.string(), path: z.array(z.string()) });

/** Sends a file that a run left. */
export const GET = route(
  { permission: "run:read", params, query: FileQuery },
  async ({ member, params: { id, path }, query }) => {
    const name = path.join("/");
    return fileResponse(
      await openArtifact(member, id, { name, ...(query.limit ? { limit: query.limit } : {}) }),
      name,
      query,
    );
  },
);
