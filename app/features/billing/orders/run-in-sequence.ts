const waiting = new Map<string, Promise<unknown>>();

/**
 * Runs work one at a time for each key in this process. For work that waits for one database row: many at
 * once would each occupy a pooled connection while they wait.
 */
export function runInSequence<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const mine = (waiting.get(key) ?? Promise.resolve()).then(work);
  const ended = mine.then(
    () => undefined,
    () => undefined,
  );
  waiting.set(key, ended);
  void ended.then(() => {
    if (waiting.get(key) === ended) waiting.delete(key);
  });
  return mine;
}
