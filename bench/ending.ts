const undone = new Set<() => Promise<void>>();

/** Uses something, and undoes it afterwards: once, also when it fails, and when this process is told to end meanwhile. */
export async function undoing<T>(undo: () => Promise<void>, use: () => Promise<T>): Promise<T> {
  let undoes: Promise<void> | undefined;
  const undoOnce = () => {
    undoes ??= undo();
    return undoes;
  };
  undone.add(undoOnce);
  try {
    return await use();
  } finally {
    await undoOnce();
    undone.delete(undoOnce);
  }
}

/** Undoes what is still to be undone, and ends this process. */
export async function endEarly(): Promise<void> {
  await Promise.allSettled([...undone].map((undo) => undo()));
  process.exit(1);
}
