import { z } from "zod";
import { route } from "#lib/auth/guard.ts";
import { openArtifact } from "#lib/runs/artifacts.ts";

const params = z.object({ id: z.string(), path: z.array(z.string()) });
const query = z.object({
  /** Present: the browser saves it, whatever it is. */
  download: z.string().optional(),
  /** The first so many bytes, for a preview of a large file. */
  limit: z.coerce.number().int().positive().optional(),
});

/** Sends a file that a run left. It is somebody else's content: never run, sniffed or framed by others. */
export const GET = route({ permission: "run:read", params, query }, async ({ member, params: { id, path }, query }) => {
  const artifact = await openArtifact(member, id, {
    name: path.join("/"),
    ...(query.limit ? { limit: query.limit } : {}),
  });
  const disposition = query.download === undefined ? "inline" : "attachment";
  return new Response(artifact.stream, {
    headers: {
      "Content-Type": artifact.mediaType,
      "Content-Length": String(artifact.sentBytes),
      "Content-Disposition": `${disposition}; filename*=UTF-8''${encodeFileName(path.at(-1) ?? "artifact")}`,
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
      "Toolroom-Bytes": String(artifact.bytes),
    },
  });
});

/** RFC 5987 takes fewer characters as they are than a URL does. */
function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
