import { int } from "db/sql";
import { statement } from "db/statement.server";

/** Rows that are folded at a time: it ends long before statements are cancelled, however much has come together. */
const ROWS = 1_000;

const FOLDED = { rows: int.from`count(*)::int` };

/**
 * Days older than a year and a month, but for the first of their month, are added to that one: screens draw what is older by
 * months, and a page takes twelve rows a year. Sums stay as they are.
 */
const FOLD = statement("locks.fold", FOLDED)`
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
  select ${FOLDED} from gone`;

/** Makes months of the oldest days of locks, a part of them. @returns how many rows were folded */
export const foldLocks = async (): Promise<number> => (await FOLD.first())?.rows ?? 0;
