type Work<Task> = {
  most: number;
  /** What can be done now; asked for again whenever something has ended or was heard. */
  next: () => Promise<readonly Task[]>;
  work: (task: Task) => Promise<void>;
  /** What may make more tasks ready while some are worked on; null when only the end of one of them can. */
  until: () => { heard: Promise<void>; forget: () => void } | null;
};

/**
 * Works on tasks, at most `most` at a time and on each once, until none is ready. All end before anything is thrown: none may go on
 * when its siblings were given up. Throws what the first of them threw.
 */
export async function sideBySide<Task>({ most, next, work, until }: Work<Task>): Promise<void> {
  const seen = new Set<Task>();
  const going = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const failed = (error: unknown): Task[] => {
    failures.push(error);
    return [];
  };
  const begin = (task: Task) => {
    seen.add(task);
    const done: Promise<void> = work(task)
      .catch((error: unknown) => void failed(error))
      .finally(() => going.delete(done));
    going.add(done);
  };
  for (;;) {
    const ready = failures.length > 0 ? [] : await next().catch(failed);
    for (const task of ready.filter((each) => !seen.has(each)).slice(0, most - going.size)) begin(task);
    if (going.size === 0) break;
    const more = failures.length > 0 ? null : until();
    await Promise.race(more ? [...going, more.heard] : going).finally(() => more?.forget());
  }
  if (failures.length > 0) throw failures[0];
}
