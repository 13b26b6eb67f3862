import { isDatabaseUnavailable } from "db/orm.server";
import { log } from "./log.server";
import { repeat } from "./repeat.server";
import type { Tallies, Waiting } from "./tallies";

/** How counts of one kind get from memory into the database. */
export type Flushing<Tally extends object> = {
  /** Those of this process. */
  tallies: () => Tallies<Tally>;
  write: (tallies: Waiting<Tally>[]) => Promise<void>;
  /** As the log calls them: "readings". */
  called: string;
};

/** Writes what this process has counted until now. @throws while the database is away; nothing is lost by that */
export const flushTallies = <Tally extends object>(flushing: Flushing<Tally>): Promise<void> =>
  flushing.tallies().flush((waiting) => writeOrLose(flushing, waiting));

/** Without a database the counts wait for it. Anything else that goes wrong would go wrong again, so they go. */
async function writeOrLose<Tally extends object>(
  { write, called }: Flushing<Tally>,
  waiting: Waiting<Tally>[],
): Promise<void> {
  try {
    await write(waiting);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ err: error, tallies: waiting.length }, `${called} lost`);
  }
}

/**
 * Writes what was counted now and then until it is stopped.
 * @param everyMs how long counts wait in memory: a crash loses no more than this
 * @returns what stops it, when the last count is written
 */
export function startFlushing<Tally extends object>(
  flushing: Flushing<Tally>,
  everyMs: number,
): () => Promise<void> {
  // The database is away: the next round tries again.
  const stop = repeat(() => flushTallies(flushing).catch(() => {}), everyMs);
  return async () => {
    await stop();
    await flushTallies(flushing).catch((error: unknown) =>
      log().warn({ err: error }, `last ${flushing.called} not written`),
    );
  };
}
