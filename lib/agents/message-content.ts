import "server-only";
import path from "node:path";
import { z } from "zod";
import type { Item } from "#lib/providers/model.ts";
import { MessageFile } from "#lib/runs/agent-schema.ts";
import { openFile } from "#lib/runs/artifacts.ts";

const IMAGES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
const LARGEST_BYTES = 20 * 1024 * 1024;

/**
 * A person's message as the model gets it: images and PDF files as such, and a line that names every file, so that tools can be
 * asked to read it. A file that is gone or too large is only named.
 */
export async function messageContent(
  { text, files }: { text: string; files: readonly MessageFile[] },
  artifactDirectory: string,
): Promise<string | Item[]> {
  if (files.length === 0) return text;
  const parts = await Promise.all(files.map((file) => partOf(file, artifactDirectory)));
  const names = files.map(({ name, mediaType, bytes }) => `${name} (${mediaType}, ${bytes} bytes)`).join("; ");
  const told = { type: "input_text", text: `${text}\n\n[Files in the artifact directory: ${names}]` };
  return [told, ...parts.filter((part) => part !== null)];
}

/** The files that an item of a filtered conversation names. */
export function filesIn(named: unknown): MessageFile[] {
  const parsed = z.array(MessageFile).safeParse(named);
  return parsed.success ? parsed.data : [];
}

async function partOf({ name, mediaType, bytes }: MessageFile, artifactDirectory: string): Promise<Item | null> {
  const isImage = IMAGES.has(mediaType);
  if ((!isImage && mediaType !== "application/pdf") || bytes > LARGEST_BYTES) return null;
  const content = await readWhole(artifactDirectory, name);
  if (!content) return null;
  const url = `data:${mediaType};base64,${content.toString("base64")}`;
  if (isImage) return { type: "input_image", image_url: url, detail: "auto" };
  return { type: "input_file", filename: path.basename(name), file_data: url };
}

/** Null for a file that is gone, that is no plain file of this directory any more, or that has grown too large. */
async function readWhole(artifactDirectory: string, name: string): Promise<Buffer | null> {
  const file = await openFile(artifactDirectory, { name, limit: LARGEST_BYTES }, "").catch(() => null);
  if (!file) return null;
  const content = await new Response(file.stream).arrayBuffer();
  return file.bytes > LARGEST_BYTES ? null : Buffer.from(content);
}
