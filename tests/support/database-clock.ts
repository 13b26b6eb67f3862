import { openDatabase } from "./database";

/*
 * The clock of the database, which dates the ledger, under a test's control: functions with the names of the
 * database's own, found before those, also by column defaults. The product does not know of it.
 *
 * The time is a sequence's last value, in microseconds. A row would leave a dead row at each change, and a
 * transaction with a thousand changes would read all of them with every `now()`.
 */
const SAID =
  "select timestamptz ''epoch'' + last_value * interval ''1 microsecond'' from clock.moment where is_called";

const MAKE = `
create schema clock;
create sequence clock.moment minvalue 0;
create function clock.now() returns timestamptz language sql stable
  as 'select coalesce((${SAID}), pg_catalog.now())';
create function clock.clock_timestamp() returns timestamptz language sql volatile
  as 'select coalesce((${SAID}), pg_catalog.clock_timestamp())';
do $$
declare
  by_default record;
begin
  execute format('alter database %I set search_path = clock, pg_catalog, public', current_database());
  for by_default in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'now()' loop
    execute format('alter table %I alter column %I set default clock.now()', by_default.table_name, by_default.column_name);
  end loop;
end $$;`;

/** Options of `setUpApp` for a database with a clock that `setClock` sets. Until then it is the real one. */
export async function withOwnClock(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl);
  await database.rows(MAKE);
  await database.close();
  return databaseUrl;
}

/**
 * Sets the clock, which then stops, for all connections. A statement with one parameter, the time; it looks
 * like a write, so kept pages are dropped after it.
 */
export const SET_CLOCK = `
  with said as (select ?::timestamptz as at)
  select setval('clock.moment', (1000000 * extract(epoch from at))::bigint) from said`;

/** Restores the real clock. A statement. */
export const UNSET_CLOCK = "with real as (select setval('clock.moment', 0, false)) select from real";
