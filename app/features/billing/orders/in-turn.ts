const waiting = new Map<string, Promise<unknown>>();

/**
 * One after another in this process for each key. For work that waits for one row of the database: many at once would each
 * keep a connection from everybody else while they wait.
 */
export function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
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
