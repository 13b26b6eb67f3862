import { isDatabaseUnavailable } from "db/orm.server";
import type { Counters, Waiting } from "./counters";
import { log } from "./log.server";
import { repeat } from "./repeat.server";

/** How one kind of counters is written to the database. */
export type CounterFlush<Counter extends object> = {
  /** The counters of this process. */
  counters: () => Counters<Counter>;
  write: (counters: Waiting<Counter>[]) => Promise<void>;
  /** Their name in the log, such as "readings". */
  called: string;
};

/**
 * Writes what this process has counted so far.
 * @throws when the database is unavailable; nothing is lost then
 */
export const flushCounters = <Counter extends object>(flushing: CounterFlush<Counter>): Promise<void> =>
  flushing.counters().flush((waiting) => writeOrLose(flushing, waiting));

/**
 * When the database is unavailable, the counts are kept. Other errors would repeat, so the counts are
 * dropped.
 */
async function writeOrLose<Counter extends object>(
  { write, called }: CounterFlush<Counter>,
  waiting: Waiting<Counter>[],
): Promise<void> {
  try {
    await write(waiting);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error, counters: waiting.length }, `${called} lost`);
  }
}

/**
 * Writes the counters regularly until it is stopped.
 * @param everyMs interval; a crash loses at most this much
 * @returns a function that stops it and writes the last counts
 */
export function startFlushingCounters<Counter extends object>(
  flushing: CounterFlush<Counter>,
  everyMs: number,
): () => Promise<void> {
  // Unavailable database: the next round tries again.
  const stop = repeat(() => flushCounters(flushing).catch(() => {}), everyMs);
  return async () => {
    await stop();
    await flushCounters(flushing).catch((error: unknown) =>
      log().warn({ err: error }, `last ${flushing.called} not written`),
    );
  };
}
