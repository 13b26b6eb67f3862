import { array, float, int, sql, text } from "db/sql";
import { command } from "db/statement.server";
import { type Flushing, flushTallies, startFlushing } from "~/platform/flush-tallies.server";
import { Tallies, type Waiting } from "~/platform/tallies";
import { mayBeLocked } from "./locked-records.queries.server";

type LockTally = { page: string; shown: number; followed: number };

/** What is counted of locks and not written yet. */
class LockTallies extends Tallies<LockTally> {
  count(page: string, what: "shown" | "followed"): void {
    const tally = this.tallyOf(page, () => ({ page, shown: 0, followed: 0 }));
    if (tally) tally[what] += 1;
  }
}

const shared = globalThis as typeof globalThis & { openbellLocks?: LockTallies };

/** The tally of this process. */
export function lockTally(): LockTallies {
  shared.openbellLocks ??= new LockTallies();
  return shared.openbellLocks;
}

/**
 * Adds to what is there, so several instances count together; in the order of the keys, so that none of them wait for each other in
 * a circle. The days are those of the ledger, of UTC, by the database at the moment of counting.
 */
const ADD = command("locks.add")`
  insert into lock_days as held (day, page, shown, followed)
  select ((now() - make_interval(secs => told.age)) at time zone 'UTC')::date as day, told.page,
         sum(told.shown)::int, sum(told.followed)::int
    from unnest(${array(text)("pages")}::text[], ${array(float)("ages")}::float8[], ${array(int)("shown")}::int[],
           ${array(int)("followed")}::int[]) as told (page, age, shown, followed)
   where ${mayBeLocked(sql`told.page`)}
   group by 1, 2 order by 1, 2
  on conflict (day, page) do update
    set shown = held.shown + excluded.shown, followed = held.followed + excluded.followed`;

/** Writes what was counted. */
export const addLocks = (tallies: readonly Waiting<LockTally>[]): Promise<void> =>
  ADD.run({
    pages: tallies.map(({ page }) => page),
    ages: tallies.map(({ ageSeconds }) => ageSeconds),
    shown: tallies.map(({ shown }) => shown),
    followed: tallies.map(({ followed }) => followed),
  });

const FLUSHING: Flushing<LockTally> = { tallies: lockTally, write: addLocks, called: "counts of locks" };

export const flushLocks = (): Promise<void> => flushTallies(FLUSHING);
export const startFlushingLocks = () => startFlushing(FLUSHING, 60_000);
