"use client";

import { useState } from "react";
import { readProblem } from "#components/run/problem.ts";
import type { MessageFile } from "#lib/runs/agent-schema.ts";

export type Upload = {
  key: string;
  name: string;
  bytes: number;
  state: { is: "sending" } | { is: "ready"; file: MessageFile } | { is: "failed"; message: string | null };
};

/** Files that go with the next message: each is sent to the session at once, and can be taken off again. */
export function useUploads(folder: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);

  async function add(files: Iterable<File>) {
    await Promise.all(
      Array.from(files, async (file) => {
        const key = crypto.randomUUID();
        setUploads((all) => [...all, { key, name: file.name, bytes: file.size, state: { is: "sending" } }]);
        const state = await upload(folder, file);
        setUploads((all) => all.map((each) => (each.key === key ? { ...each, state } : each)));
      }),
    );
  }

  return {
    uploads,
    add,
    remove: (key: string) => setUploads((all) => all.filter((each) => each.key !== key)),
    clear: () => setUploads([]),
  };
}

async function upload(folder: string, file: File): Promise<Upload["state"]> {
  const body = new FormData();
  body.set("file", file, file.name);
  const response = await fetch(folder, { method: "POST", body }).catch(() => null);
  if (!response?.ok) return { is: "failed", message: (await readProblem(response)).message };
  return { is: "ready", file: (await response.json()) as MessageFile };
}
