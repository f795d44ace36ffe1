import { useEffect, useState } from "react";
import { decodeText } from "./decode-text.ts";

export type ArtifactText =
  | { state: "loading" }
  | { state: "failed" }
  | { state: "loaded"; text: string; encoding: string; bytes: number; end: "whole" | "cut" };

/** The text of a file, at most `limit` bytes of it, whatever the server sends. */
export function useArtifactText(url: string | null, limit: number): ArtifactText {
  const [loaded, setLoaded] = useState<{ url: string; content: ArtifactText } | null>(null);
  useEffect(() => {
    if (url === null) return;
    const leaving = new AbortController();
    readArtifact(url, limit, leaving.signal).then(
      (content) => setLoaded({ url, content }),
      () => leaving.signal.aborted || setLoaded({ url, content: { state: "failed" } }),
    );
    return () => leaving.abort();
  }, [url, limit]);
  if (url === null) return { state: "failed" };
  return loaded?.url === url ? loaded.content : { state: "loading" };
}

async function readArtifact(url: string, limit: number, signal: AbortSignal): Promise<ArtifactText> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
  const reader = response.body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(new Uint8Array(read.value));
    bytes += read.value.length;
    if (bytes > limit) break;
  }
  await reader.cancel();
  const whole = new Uint8Array(await new Blob(pieces).arrayBuffer());
  const total = Number(response.headers.get("Toolroom-Bytes") ?? 0);
  const end = bytes > limit || total > bytes ? "cut" : "whole";
  return { state: "loaded", ...decodeText(whole.subarray(0, limit)), bytes: Math.min(bytes, limit), end };
}
