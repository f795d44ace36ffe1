import type { RunPart, Transcript } from "#lib/runs/transcript.ts";
import { type Artifact, pictureOf } from "#lib/runs/view.ts";

/** A file of a session; `from` is the tool that left it, or null for one that a person sent. */
export type SessionArtifact = Artifact & { from: string | null };

/** The files of a session, newest last, each once: a file that is written again is the newer one. */
export function listArtifacts({ runs }: Transcript): SessionArtifact[] {
  const byName = new Map<string, SessionArtifact>();
  for (const artifact of runs.flatMap(artifactsOf)) {
    byName.delete(artifact.name);
    byName.set(artifact.name, artifact);
  }
  return [...byName.values()];
}

/** Whether two lists name the same states of the same files. */
export function isSameList(one: readonly SessionArtifact[], other: readonly SessionArtifact[]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ name, bytes, from }, at) => name === other[at]?.name && bytes === other[at].bytes && from === other[at].from,
    )
  );
}

const known = new WeakMap<RunPart, SessionArtifact[]>();

function artifactsOf(run: RunPart): SessionArtifact[] {
  const before = known.get(run);
  if (before) return before;
  const artifacts = run.entries.flatMap((entry): SessionArtifact[] => {
    if (entry.kind === "message") return entry.files.map((file) => ({ ...file, from: null }));
    if (entry.kind !== "turn") return [];
    const pictures = entry.parts.flatMap((part) => (part.is === "hosted" ? (pictureOf(part.item) ?? []) : []));
    const made = pictures.map((file) => ({ ...file, from: entry.agent }));
    const called = entry.calls.flatMap(({ name, view, turn, index, helpers }) => {
      const asked = run.nested[`${turn}.${index}`];
      const views = [view, ...Object.values(helpers)];
      const left = views.flatMap(({ toolName, artifacts: files }) =>
        files.map((file) => ({ ...file, from: toolName ?? name })),
      );
      return asked ? [...artifactsOf(asked), ...left] : left;
    });
    return [...made, ...called];
  });
  known.set(run, artifacts);
  return artifacts;
}
