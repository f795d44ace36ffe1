import { AppError } from "#lib/core/errors.ts";
import { singleton } from "#lib/core/singleton.ts";

const WINDOW_MS = 60_000;
const MOST_SUBJECTS = 10_000;

/**
 * Counts an attempt of a subject in this process before it is made, so that many at once count too; a success is forgiven.
 * Throws `rate_limited` when there were `limit` within the last minute.
 */
export function countAttempt(
  subject: string,
  { limit, now = Date.now() }: { limit: number; now?: number },
): { forgive: () => void } {
  const attempts = singleton("attempts", () => new Map<string, number[]>());
  const recent = (attempts.get(subject) ?? []).filter((at) => at > now - WINDOW_MS);
  const [oldest = now] = recent;
  if (recent.length >= limit) {
    const seconds = Math.ceil((oldest + WINDOW_MS - now) / 1000);
    throw new AppError("rate_limited", `There were too many attempts within a minute; try again in ${seconds} s.`);
  }
  if (attempts.size > MOST_SUBJECTS) forgetOld(attempts, now);
  attempts.set(subject, [...recent, now]);
  return { forgive: () => attempts.set(subject, (attempts.get(subject) ?? []).toSpliced(-1, 1)) };
}

function forgetOld(attempts: Map<string, number[]>, now: number): void {
  for (const [subject, times] of attempts) {
    if ((times.at(-1) ?? 0) <= now - WINDOW_MS) attempts.delete(subject);
  }
}
