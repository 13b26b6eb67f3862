import { openDatabase } from "./database";

/*
 * The database's clock, which every time in the ledger is by, as a test says it: functions of the same names, found before the
 * database's own, and by what tables fill in themselves. Nothing of the product knows of it.
 */
const MAKE = `
create schema clock;
create table clock.moment (at timestamptz not null);
create function clock.now() returns timestamptz language sql stable
  as 'select coalesce((select at from clock.moment), pg_catalog.now())';
create function clock.clock_timestamp() returns timestamptz language sql volatile
  as 'select coalesce((select at from clock.moment), pg_catalog.clock_timestamp())';
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

/** Sets the clock, which stands still. As a statement with one value, the moment. */
export const SET_CLOCK = `with gone as (delete from clock.moment) insert into clock.moment (at) values (?)`;
