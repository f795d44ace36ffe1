import { z } from "zod";
import type { Picked } from "./picked-files.ts";

/** What the new tool is made of. */
export type Creation = { name: string; template: "python" | "typescript" } | { name: string; picked: Picked };

/** What the server made of it, or one sentence on why it made nothing. */
export type CreationOutcome =
  | { ok: true; tools: { name: string }[]; problems: { path: string; message: string }[] }
  | { ok: false; code: string; message: string | null };

/** Sends the creation; `onProgress` hears the share of it that is up, from 0 to 1. Aborting resolves with code `cancelled`. */
export function sendCreation(
  creation: Creation,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<CreationOutcome> {
  // fetch cannot tell how much of a body is up.
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.upload.onprogress = (event) => onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onload = () => resolve(readAnswer(request.status, request.responseText));
    request.onerror = () => resolve({ ok: false, code: "unreachable", message: null });
    request.onabort = () => resolve({ ok: false, code: "cancelled", message: null });
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", "/api/tools");
    request.send(toForm(creation));
  });
}

export function toForm(creation: Creation): FormData {
  const form = new FormData();
  form.set("name", creation.name);
  if ("template" in creation) form.set("template", creation.template);
  else if (creation.picked.kind === "zip") form.set("zip", creation.picked.file);
  else {
    form.set("paths", JSON.stringify(creation.picked.files.map(({ path }) => path)));
    for (const { file } of creation.picked.files) form.append("files", file);
  }
  return form;
}

const Answer = z.object({
  tools: z.array(z.object({ name: z.string() })),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
});
const Refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export function readAnswer(status: number, text: string): CreationOutcome {
  const body = parse(text);
  const answer = Answer.safeParse(body);
  if (status === 201 && answer.success) return { ok: true, ...answer.data };
  const refusal = Refusal.safeParse(body);
  return refusal.success ? { ok: false, ...refusal.data.error } : { ok: false, code: "unreadable", message: null };
}

/** A proxy in between may answer with a page of its own, which counts as no answer. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
