/**
 * Repeats a task: each round starts an interval after the previous one has ended, so rounds never overlap.
 * The timer does not keep the process alive.
 * @param round must handle its own errors
 * @returns a function that stops it, after the current round
 */
export function repeat(round: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round().then(schedule);
    }, intervalMs);
    timer.unref();
  };
  schedule();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
