import { openDatabase } from "./database";

/*
 * The database's clock, which every time in the ledger is by, as a test says it: functions of the same names, found before the
 * database's own, and by what tables fill in themselves. Nothing of the product knows of it.
 *
 * The moment is a sequence's last value, in microseconds. A row left a dead one each time it was set, and a transaction that sets it a
 * thousand times read all of them with every `now()`.
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

/** What `setUpApp` is given for a site whose database has a clock that `setClock` sets. Until then it is the real one. */
export async function withOwnClock(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl);
  await database.rows(MAKE);
  await database.close();
  return databaseUrl;
}

/**
 * Sets the clock, which stands still, for everybody at once. As a statement with one value, the moment; it reads as one that writes, after
 * which kept pages are forgotten.
 */
export const SET_CLOCK = `
  with said as (select ?::timestamptz as at)
  select setval('clock.moment', (1000000 * extract(epoch from at))::bigint) from said`;

/** The clock goes as it always does. As a statement. */
export const UNSET_CLOCK = "with real as (select setval('clock.moment', 0, false)) select from real";
