"use client";

import { artifactUrl } from "#components/run/previews/artifact-url.ts";
import type { Item } from "#lib/runs/answer-parts.ts";
import { pictureOf } from "#lib/runs/view.ts";
import { useSessionPlace } from "./session-context.tsx";

/** A picture that the model server made, from the session's files. */
export function HostedPicture({ item }: { item: Item }) {
  const { folder } = useSessionPlace();
  const picture = pictureOf(item);
  const url = picture && artifactUrl({ folder, name: picture.name }, { as: "preview" });
  if (!picture || url === null) return null;
  const asked = typeof item.revised_prompt === "string" ? item.revised_prompt : "";
  return (
    // biome-ignore lint/performance/noImgElement: the session's own file, of any size
    <img src={url} alt={asked || picture.name} className="max-h-96 w-fit max-w-full rounded-md border border-line" />
  );
}
