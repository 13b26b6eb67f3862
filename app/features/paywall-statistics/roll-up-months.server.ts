import { int } from "db/sql";
import { statement } from "db/statement.server";

/** Rows of one statement: it finishes long before the statement limit, however many days have accumulated. */
const ROWS = 1_000;

const ROLLED_UP = { rows: int.from`count(*)::int` };

/**
 * Adds days older than a year and a month to the first day of their month: charts show those years by month, and a page takes
 * twelve rows a year. Sums do not change.
 */
const ROLL_UP = statement("paywalls.roll-up", ROLLED_UP)`
  with gone as (
    delete from lock_days where ctid = any(array(
      select ctid from lock_days
       where day < date_trunc('month', (now() at time zone 'UTC') - interval '400 days')::date
         and extract(day from day) <> 1
       order by day limit ${ROWS} for update skip locked))
    returning day - extract(day from day)::int + 1 as month, page, shown, followed),
  kept as (
    insert into lock_days as held (day, page, shown, followed)
    select month, page, sum(shown)::int, sum(followed)::int from gone group by month, page order by month, page
    on conflict (day, page) do update
      set shown = held.shown + excluded.shown, followed = held.followed + excluded.followed)
  select ${ROLLED_UP} from gone`;

/** Merges some of the oldest days into their months. @returns how many rows it merged */
export const rollUpMonthly = async (): Promise<number> => (await ROLL_UP.first())?.rows ?? 0;
