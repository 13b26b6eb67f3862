import { perProcess } from "db/per-process";
import { array, float, int, sql, text } from "db/sql";
import { command } from "db/statement.server";
import { Counters, type Waiting } from "~/platform/counters";
import { type CounterFlush, flushCounters, startFlushingCounters } from "~/platform/flush-counters.server";
import { mayHavePaywall } from "./pages-with-paywall.queries.server";

type PaywallCount = { page: string; shown: number; followed: number };

/** Counts that are not in the database yet. */
class PaywallCounters extends Counters<PaywallCount> {
  count(page: string, what: "shown" | "followed"): void {
    const counter = this.counterFor(page, () => ({ page, shown: 0, followed: 0 }));
    if (counter) counter[what] += 1;
  }
}

/** The counters of this process. */
export const paywallCounters = (): PaywallCounters =>
  perProcess("paywall counters", () => new PaywallCounters());

/**
 * Adds to the stored counts, so several instances share them; in key order, so that they cannot deadlock. Days are UTC days of
 * the database's clock when the page was counted.
 */
const ADD = command("paywalls.add")`
  insert into lock_days as held (day, page, shown, followed)
  select ((now() - make_interval(secs => counted.age)) at time zone 'UTC')::date as day, counted.page,
         sum(counted.shown)::int, sum(counted.followed)::int
    from unnest(${array(text)("pages")}::text[], ${array(float)("ages")}::float8[], ${array(int)("shown")}::int[],
           ${array(int)("followed")}::int[]) as counted (page, age, shown, followed)
   where ${mayHavePaywall(sql`counted.page`)}
   group by 1, 2 order by 1, 2
  on conflict (day, page) do update
    set shown = held.shown + excluded.shown, followed = held.followed + excluded.followed`;

/** Adds the counts to the database. */
export const savePaywallCounts = (tallies: readonly Waiting<PaywallCount>[]): Promise<void> =>
  ADD.run({
    pages: tallies.map(({ page }) => page),
    ages: tallies.map(({ ageSeconds }) => ageSeconds),
    shown: tallies.map(({ shown }) => shown),
    followed: tallies.map(({ followed }) => followed),
  });

const FLUSHING: CounterFlush<PaywallCount> = {
  counters: paywallCounters,
  write: savePaywallCounts,
  called: "paywall counts",
};

export const flushPaywallCounts = (): Promise<void> => flushCounters(FLUSHING);
export const startFlushingPaywallCounts = () => startFlushingCounters(FLUSHING, 60_000);
