import path from "node:path";
import { type Reach, segmentsOf } from "../confined/reach.ts";
import { type Entry, walk } from "../confined/walk.ts";

export type DirectoryRequest = { path: string; recursive: boolean; pattern?: string | undefined; limit: number };

export type DirectoryListing = {
  path: string;
  entries: Entry[];
  /** How many entries match, also those beyond the limit. */
  total: number;
  /** Present when the folder holds so much that the rest was not looked at. */
  incomplete?: string;
};

/** The entries of a folder of the reach, sorted by path. */
export async function listDirectory(reach: Reach, request: DirectoryRequest): Promise<DirectoryListing> {
  const segments = segmentsOf(request.path);
  const listing: DirectoryListing = { path: segments.join("/") || ".", entries: [], total: 0 };
  const pattern = request.pattern?.normalize("NFC");
  let seen = 0;
  for await (const entry of walk(reach, segments, { depth: request.recursive ? MAX_DEPTH : 1 })) {
    if (++seen > MAX_SEEN)
      return {
        ...listing,
        incomplete: `Only the first ${MAX_SEEN} entries were looked at; list a folder further down.`,
      };
    const inside = entry.path.slice(segments.join("/").length).replace(/^\//, "");
    if (pattern !== undefined && !path.posix.matchesGlob(inside, pattern)) continue;
    listing.total++;
    if (listing.entries.length < request.limit) listing.entries.push(entry);
  }
  return listing;
}

const MAX_DEPTH = 20;
const MAX_SEEN = 20_000;
