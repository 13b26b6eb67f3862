/**
 * Does something again and again: each round begins an interval after the one before has ended, so rounds never overlap.
 * The process does not stay alive for the next one.
 * @param round keeps its failures to itself: nobody is there to catch one
 * @returns what stops it, when the round under way has ended
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
