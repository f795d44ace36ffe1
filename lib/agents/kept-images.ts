import "server-only";
import { open } from "node:fs/promises";
import path from "node:path";
import type { Item } from "#lib/providers/model.ts";
import { openFile } from "#lib/runs/artifacts.ts";

const LARGEST_BYTES = 50 * 1024 * 1024;
const MOST_NAMES = 10_000;

/**
 * The items with each picture that the server made as a file of the artifact directory in place of its letters: `file` says which,
 * and `result` is null. What is no picture is not kept.
 */
export function keepImages(items: readonly Item[], artifactDirectory: string): Promise<Item[]> {
  return Promise.all(
    items.map(async (item) => {
      if (item.type !== "image_generation_call") return item;
      // Only the studio says which file it is.
      const { file: _, ...own } = item;
      if (typeof item.result !== "string") return own;
      const content = Buffer.from(item.result, "base64");
      const kind = kindOf(content);
      if (kind === null) return { ...own, result: null };
      const name = await write(content, { artifactDirectory, ending: kind.ending });
      const file = { name, mediaType: kind.mediaType, bytes: content.length };
      return { ...own, result: null, file };
    }),
  );
}

/** The items as the server gave them; of a picture that is gone only that there was one. */
export function withImages(items: readonly Item[], artifactDirectory: string): Promise<Item[]> {
  return Promise.all(
    items.map(async (item) => {
      if (item.type !== "image_generation_call" || item.file === undefined) return item;
      const { file, ...own } = item;
      const { name } = file as { name: string };
      return { ...own, result: await read(artifactDirectory, name) };
    }),
  );
}

const KINDS = [
  { ending: "png", mediaType: "image/png", begins: /^\x89PNG/ },
  { ending: "jpg", mediaType: "image/jpeg", begins: /^\xff\xd8\xff/ },
  { ending: "webp", mediaType: "image/webp", begins: /^RIFF.{4}WEBP/s },
];

function kindOf(content: Buffer) {
  const head = content.subarray(0, 16).toString("latin1");
  return KINDS.find(({ begins }) => begins.test(head)) ?? null;
}

/** Never over another file. */
async function write(content: Buffer, { artifactDirectory, ending }: { artifactDirectory: string; ending: string }) {
  for (let number = 1; number < MOST_NAMES; number++) {
    const name = number === 1 ? `image.${ending}` : `image-${number}.${ending}`;
    const file = await open(path.join(artifactDirectory, name), "wx").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return null;
      throw error;
    });
    if (!file) continue;
    await file.writeFile(content).finally(() => file.close());
    return name;
  }
  throw new Error("The artifact directory has too many pictures.");
}

async function read(artifactDirectory: string, name: string): Promise<string | null> {
  const file = await openFile(artifactDirectory, { name, limit: LARGEST_BYTES }, "").catch(() => null);
  if (!file) return null;
  const content = Buffer.from(await new Response(file.stream).arrayBuffer());
  return content.length < file.bytes ? null : content.toString("base64");
}
