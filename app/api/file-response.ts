import { z } from "zod";
import type { Artifact } from "#lib/runs/artifacts.ts";
import { contentDisposition } from "./content-disposition.ts";

export const FileQuery = z.object({
  /** Present: the browser saves it, whatever it is. */
  download: z.string().optional(),
  /** The first so many bytes, for a preview of a large file. */
  limit: z.coerce.number().int().positive().optional(),
});

/** Sends a file that is somebody else's content: never run, sniffed or framed by others. */
export function fileResponse(file: Artifact, name: string, { download }: z.infer<typeof FileQuery>): Response {
  return new Response(file.stream, {
    headers: {
      "Content-Type": file.mediaType,
      "Content-Length": String(file.sentBytes),
      "Content-Disposition": contentDisposition(
        download === undefined ? "inline" : "attachment",
        name.split("/").at(-1) || "artifact",
      ),
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
      "Toolroom-Bytes": String(file.bytes),
    },
  });
}
