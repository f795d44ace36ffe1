import type { ErrorCode } from "#lib/core/errors.ts";

/** Why the server did not do what was asked; `unreachable` is no answer, or none of ours. */
export type Problem = { code: ErrorCode | "unreachable"; message: string | null };

/** An answer that asking again will not change. */
export function isFinal({ status }: Response): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Reads why an answer is no success; null is no answer at all. */
export async function readProblem(response: Response | null): Promise<Problem> {
  const unreachable: Problem = { code: "unreachable", message: null };
  if (response === null) return unreachable;
  // A proxy's error page is no JSON, and as good as no answer.
  const body = (await response.json().catch(() => null)) as { error?: Problem } | null;
  return body?.error ?? unreachable;
}
